// SPDX-License-Identifier: Apache-2.0
package dev.tatami

import android.view.View
import androidx.recyclerview.widget.RecyclerView
import kotlin.math.max
import kotlin.math.min
import kotlin.math.roundToInt

/**
 * A layout manager whose frames come from Tatami.
 *
 * Pass it all frames of a layout of one section, whose container is as wide as the view; it shows those in the view's bounds, and
 * recycles all others. A point is `density` pixels (`resources.displayMetrics.density`).
 *
 *     val manager = TatamiLayoutManager(resources.displayMetrics.density)
 *     recyclerView.layoutManager = manager
 *     lifecycleScope.launch {
 *         val answer = withContext(Dispatchers.IO) { client.layout(document(recyclerView.width / density)).let { it to it.attributes() } }
 *         manager.show(answer.first, answer.second)
 *     }
 *
 * The adapter has an item for each item of the document, at the same positions. Items for which there is no frame yet are not shown.
 */
class TatamiLayoutManager(private val density: Float) : RecyclerView.LayoutManager() {
    /** The frame of an item in pixels; its edges are rounded, so that neighbours never overlap. */
    private class Place(val position: Int, val left: Int, val top: Int, val right: Int, val bottom: Int)

    /** The frames by their tops. */
    private var places: List<Place> = emptyList()
    /** For each place, the greatest bottom of it and all places before it. */
    private var bottoms = IntArray(0)
    private var byPosition: Map<Int, Place> = emptyMap()
    private var contentHeight = 0
    private var offset = 0
    private var pendingPosition: Int? = null

    /** Shows a layout; the offset stays. */
    fun show(layout: TatamiLayout, answer: TatamiAnswer) {
        places = answer.elements.filter { it.category == "cell" }.map {
            val frame = it.frame
            Place(it.indexPath.last(), pixels(frame.x), pixels(frame.y), pixels(frame.x + frame.width), pixels(frame.y + frame.height))
        }.sortedBy { it.top }
        var bottom = 0
        bottoms = IntArray(places.size) { index ->
            bottom = max(bottom, places[index].bottom)
            bottom
        }
        byPosition = places.associateBy { it.position }
        contentHeight = pixels(layout.contentHeight)
        requestLayout()
    }

    private fun pixels(points: Double): Int = (points * density).roundToInt()

    private val maxOffset: Int get() = max(0, contentHeight - height)

    /** Returns the places that are seen at an offset. */
    private fun visible(): List<Place> {
        // The first place that anything before it, or it, reaches below the top edge.
        var (low, high) = Pair(0, places.size)
        while (low < high) {
            val middle = (low + high) / 2
            if (bottoms[middle] > offset) high = middle else low = middle + 1
        }
        val end = offset + height
        return places.asSequence().drop(low).takeWhile { it.top < end }.filter { it.bottom > offset }.toList()
    }

    private fun fill(recycler: RecyclerView.Recycler, state: RecyclerView.State) {
        detachAndScrapAttachedViews(recycler)
        for (place in visible()) {
            if (place.position >= state.itemCount) continue
            val view = recycler.getViewForPosition(place.position)
            addView(view)
            view.measure(
                View.MeasureSpec.makeMeasureSpec(place.right - place.left, View.MeasureSpec.EXACTLY),
                View.MeasureSpec.makeMeasureSpec(place.bottom - place.top, View.MeasureSpec.EXACTLY))
            layoutDecorated(view, place.left, place.top - offset, place.right, place.bottom - offset)
        }
        // What was attached before and is not seen any more goes back to the pool.
        for (scrap in recycler.scrapList.toList()) recycler.recycleView(scrap.itemView)
    }

    override fun generateDefaultLayoutParams(): RecyclerView.LayoutParams =
        RecyclerView.LayoutParams(RecyclerView.LayoutParams.WRAP_CONTENT, RecyclerView.LayoutParams.WRAP_CONTENT)

    override fun onLayoutChildren(recycler: RecyclerView.Recycler, state: RecyclerView.State) {
        val wanted = pendingPosition?.let { byPosition[it] }
        if (wanted != null) {
            offset = wanted.top
            pendingPosition = null
        }
        offset = min(offset, maxOffset)
        fill(recycler, state)
    }

    override fun canScrollVertically(): Boolean = maxOffset > 0

    override fun scrollVerticallyBy(dy: Int, recycler: RecyclerView.Recycler, state: RecyclerView.State): Int {
        val target = max(0, min(maxOffset, offset + dy))
        val moved = target - offset
        if (moved == 0) return 0
        offset = target
        fill(recycler, state)
        return moved
    }

    /** Shows an item at the top edge; if its frame has not come yet, as soon as it has. */
    override fun scrollToPosition(position: Int) {
        pendingPosition = position
        requestLayout()
    }

    override fun computeVerticalScrollOffset(state: RecyclerView.State): Int = offset

    override fun computeVerticalScrollExtent(state: RecyclerView.State): Int = min(height, contentHeight)

    override fun computeVerticalScrollRange(state: RecyclerView.State): Int = contentHeight
}
