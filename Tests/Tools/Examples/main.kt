// What an Android app does with Clients/kotlin: asks a service, shows what it answers, scrolls, and comes back after an eviction.
import androidx.recyclerview.widget.RecyclerView
import dev.tatami.TatamiClient
import dev.tatami.TatamiLayoutManager
import dev.tatami.TatamiPoint
import dev.tatami.TatamiProblem
import dev.tatami.TatamiRect
import kotlin.math.roundToInt

fun expect(holds: Boolean, what: () -> String) {
    if (!holds) throw AssertionError(what())
}

fun main(arguments: Array<String>) {
    val client = TatamiClient(arguments[0])
    val items = (0 until 500).map { listOf(3, 2 + it % 5) }
    val document = mapOf(
        "container" to mapOf("width" to 390, "height" to 844),
        "layout" to mapOf("type" to "waterfall", "columns" to 2, "spacing" to 8.5), "items" to items)
    val layout = client.layout(document)
    expect(layout.itemCount == 500 && layout.sectionCount == 1) { "$layout" }
    // The same document is the same layout, also as text with escapes.
    expect(client.open(layout.id).contentHeight == layout.contentHeight) { "an opened layout" }
    val named = client.layout("""{"container":{"width":390},"layout":{"type":"list"},"items":[{"id":"a\u00e9\n\"b","height":3}]}""")
    expect(named.attributes().elements.single().id == "aé\n\"b") { "${named.attributes().elements.single().id}" }

    val screen = TatamiRect(0.0, 1000.0, 390.0, 844.0)
    val all = layout.attributes().elements
    expect(all.size == 500 && all.all { it.category == "cell" }) { "${all.size} elements" }
    val seen = layout.attributes(screen).elements.map { it.indexPath }
    expect(seen.toSet() == all.filter { it.frame.intersects(screen) }.map { it.indexPath }.toSet()) { "a rect: $seen" }
    val three = layout.attributes(listOf("0-3", "0-1")).elements
    expect(three.map { it.indexPath[1] } == listOf(3, 1)) { "index paths" }
    val middle = all[3].frame
    val found = layout.indexPath(TatamiPoint(middle.x + 1, middle.y + 1))
    expect((found["indexPath"] as List<*>) == listOf(0.0, 3.0)) { "$found" }
    expect(layout.offset("0-100", "top") == TatamiPoint(0.0, all[100].frame.y)) { "${layout.offset("0-100", "top")}" }
    val resting = layout.targetOffset(TatamiPoint(0.0, 500.0), TatamiPoint(0.0, 1.0))
    expect(resting.x == 0.0 && resting.y > 500) { "$resting" }

    val (longer, changes) = layout.update(mapOf("append" to listOf(mapOf("items" to listOf(120, 180)))), rect = screen)
    expect(longer.itemCount == 502 && changes != null && changes.invalidated.isEmpty()) { "$longer" }
    // Whatever the service has forgotten is sent again: a version with its parent, and the parent's document.
    forget()
    expect(longer.attributes().elements.size == 502) { "a version after an eviction" }
    forget()
    expect(longer.update(mapOf("delete" to listOf(listOf(0, 0)))).first.itemCount == 501) { "an update after one" }
    forget()
    expect(layout.attributes(screen).elements.map { it.indexPath } == seen) { "a document after one" }
    try {
        client.layout(mapOf("container" to mapOf("width" to -1), "layout" to mapOf("type" to "list"), "items" to 3))
        throw AssertionError("a mistake must be refused")
    } catch (problem: TatamiProblem) {
        expect(problem.status == 422 && problem.errors.single().first == "/container/width") { "${problem.members}" }
    }

    val density = 2.75f
    val view = RecyclerView((390 * density).roundToInt(), (844 * density).roundToInt())
    val (recycler, state) = Pair(RecyclerView.Recycler(), RecyclerView.State(500))
    val manager = TatamiLayoutManager(density)
    manager.view = view
    manager.onLayoutChildren(recycler, state)
    expect(manager.children.isEmpty() && !manager.canScrollVertically()) { "nothing has come" }
    manager.scrollToPosition(40)
    manager.show(layout, layout.attributes())
    expect(manager.needsLayout) { "a layout is asked for" }
    manager.onLayoutChildren(recycler, state)
    fun check() {
        val offset = manager.computeVerticalScrollOffset(state)
        val wanted = all.map { one ->
            val frame = one.frame
            one.indexPath[1] to listOf(frame.x, frame.y, frame.x + frame.width, frame.y + frame.height).map { (it * density).roundToInt() }
        }.filter { (_, edges) -> edges[3] > offset && edges[1] < offset + view.height }
            .map { (item, edges) -> item to listOf(edges[0], edges[1] - offset, edges[2], edges[3] - offset) }.toMap()
        val shown = manager.children.associate { it.position to it.frame }
        expect(shown == wanted && shown.size == manager.children.size) { "at $offset: $shown instead of $wanted" }
    }
    expect(manager.computeVerticalScrollOffset(state) == (all[40].frame.y * density).roundToInt()) { "item 40 is at the top" }
    check()
    var total = 0
    for (step in listOf(-100_000_000, 37, 3_000, 911, 100_000_000, -2_000, -13)) {
        total += manager.scrollVerticallyBy(step, recycler, state)
        check()
    }
    expect(manager.scrollVerticallyBy(100_000_000, recycler, state) == 2_013) { "the end is where it was" }
    expect(recycler.madeCount < 60) { "views are used again, but ${recycler.madeCount} were made" }
    expect(manager.computeVerticalScrollRange(state) == (layout.contentHeight * density).roundToInt()) { "the range" }
}

/** Has the service forget everything. */
fun forget() {
    println("forget")
    readLine()
}
