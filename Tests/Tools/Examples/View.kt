package android.view

/** A view, which remembers where it was put. */
class View {
    var position = -1
    var measured = Pair(0, 0)
    var frame: List<Int> = emptyList()

    fun measure(width: Int, height: Int) {
        check(width and MeasureSpec.EXACTLY != 0 && height and MeasureSpec.EXACTLY != 0)
        measured = Pair(width and MeasureSpec.EXACTLY.inv(), height and MeasureSpec.EXACTLY.inv())
    }

    object MeasureSpec {
        const val EXACTLY = 1 shl 30

        fun makeMeasureSpec(size: Int, mode: Int): Int = size or mode
    }
}
