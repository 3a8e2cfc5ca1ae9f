/* The floor for a waterfall: the shortest-column loop and nothing else.
 *
 * Heights in; y and column out, as doubles and bytes. No insets, no spans, no checks, no index.
 * Counts processor time, as tatami-bench does. Prints one JSON object a line:
 *     {"columns": 3, "items": 1000000, "nanosecondsPerItem": 5.8}
 *
 *     cc -O2 -o shortest-column shortest-column.c && ./shortest-column [items]
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { runs = 11, most_columns = 12 };
static const double spacing = 10;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static void place(const double *heights, size_t count, int columns, double *y, uint8_t *column) {
  double bottoms[most_columns] = {0};
  for (size_t i = 0; i < count; i++) {
    int best = 0;
    double least = bottoms[0];
    for (int c = 1; c < columns; c++) {
      if (bottoms[c] < least) {
        least = bottoms[c];
        best = c;
      }
    }
    y[i] = least;
    column[i] = (uint8_t)best;
    bottoms[best] = least + heights[i] + spacing;
  }
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  size_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000000;
  double *heights = malloc(count * sizeof *heights);
  double *y = malloc(count * sizeof *y);
  uint8_t *column = malloc(count);
  if (count == 0 || !heights || !y || !column) return 1;
  uint64_t state = 1;
  for (size_t i = 0; i < count; i++) { /* halves of a point from 80 to 399.5, as the Swift side's */
    state = state * 6364136223846793005u + 1442695040888963407u;
    heights[i] = 80 + (double)((state >> 33) % 640) / 2;
  }
  const int tried[] = {2, 3, 6, 12};
  for (size_t k = 0; k < sizeof tried / sizeof *tried; k++) {
    double times[runs];
    double sum = 0;
    for (int run = -2; run < runs; run++) { /* two to warm up */
      double from = now();
      place(heights, count, tried[k], y, column);
      double took = now() - from;
      if (run >= 0) times[run] = took;
      sum += y[count - 1] + column[count / 2];
    }
    qsort(times, runs, sizeof *times, ascending);
    printf("{\"columns\": %d, \"items\": %zu, \"nanosecondsPerItem\": %.2f, \"check\": %.0f}\n",
           tried[k], count, times[runs / 2] / (double)count, sum);
  }
  free(heights);
  free(y);
  free(column);
  return 0;
}
