// The little of Android that Clients/kotlin uses, so that it can be compiled and tried without its SDK.
// Names, types and the order of calls are Android's; nothing is shown.
@file:Suppress("unused", "UNUSED_PARAMETER")

package androidx.recyclerview.widget

import android.view.View

/** A view that shows the items of an adapter. */
class RecyclerView(val width: Int, val height: Int) {
    class LayoutParams(val width: Int, val height: Int) {
        companion object { const val WRAP_CONTENT = -2 }
    }

    open class ViewHolder(@JvmField val itemView: View)

    /** The views that are not shown: those that were detached for a moment, and those that wait for another item. */
    class Recycler {
        internal val scrapped = LinkedHashMap<Int, ViewHolder>()
        private val pool = ArrayList<View>()
        /** How many views were ever made. */
        var madeCount = 0
            private set

        val scrapList: List<ViewHolder> get() = scrapped.values.toList()

        fun getViewForPosition(position: Int): View {
            scrapped.remove(position)?.let { return it.itemView }
            val view = if (pool.isEmpty()) View().also { madeCount++ } else pool.removeAt(pool.size - 1)
            view.position = position
            return view
        }

        fun recycleView(view: View) {
            scrapped.remove(view.position)
            pool.add(view)
        }
    }

    class State(val itemCount: Int)

    abstract class LayoutManager {
        var view: RecyclerView? = null
        val height: Int get() = view!!.height
        val width: Int get() = view!!.width
        val children = ArrayList<View>()
        var needsLayout = false

        abstract fun generateDefaultLayoutParams(): LayoutParams
        open fun onLayoutChildren(recycler: Recycler, state: State) {}
        open fun canScrollVertically(): Boolean = false
        open fun scrollVerticallyBy(dy: Int, recycler: Recycler, state: State): Int = 0
        open fun scrollToPosition(position: Int) {}
        open fun computeVerticalScrollOffset(state: State): Int = 0
        open fun computeVerticalScrollExtent(state: State): Int = 0
        open fun computeVerticalScrollRange(state: State): Int = 0

        fun requestLayout() { needsLayout = true }
        fun addView(child: View) { children.add(child) }

        fun detachAndScrapAttachedViews(recycler: Recycler) {
            for (child in children) recycler.scrapped[child.position] = ViewHolder(child)
            children.clear()
        }

        fun layoutDecorated(child: View, left: Int, top: Int, right: Int, bottom: Int) {
            check(child.measured == Pair(right - left, bottom - top)) { "a view must be measured with the size that it gets" }
            child.frame = listOf(left, top, right, bottom)
        }
    }
}
