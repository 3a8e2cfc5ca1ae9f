// SPDX-License-Identifier: Apache-2.0
package dev.tatami

/** Reads and writes JSON as Kotlin's own values: null, Boolean, Double, String, List and Map; numbers may be any Number. */
internal object TatamiJSON {
    /** Returns a value's JSON; a map keeps its order. */
    fun text(value: Any?): String = StringBuilder().also { write(value, it) }.toString()

    private fun write(value: Any?, out: StringBuilder) {
        when (value) {
            null -> out.append("null")
            is Boolean -> out.append(value)
            is Number -> out.append(number(value))
            is Map<*, *> -> list(value.entries, '{', '}', out) { (name, member) ->
                quote(name.toString(), out)
                out.append(':')
                write(member, out)
            }
            is Iterable<*> -> list(value, '[', ']', out) { write(it, out) }
            else -> quote(value.toString(), out)
        }
    }

    /** Returns a number without an exponent where there need not be one, and without a fraction of 0. */
    fun number(value: Number): String {
        val double = value.toDouble()
        require(double.isFinite()) { "JSON has no number $double" }
        if (value is Double || value is Float) {
            if (double == Math.rint(double) && Math.abs(double) < 1e15) return double.toLong().toString()
        }
        return value.toString()
    }

    private fun <T> list(values: Iterable<T>, open: Char, close: Char, out: StringBuilder, write: (T) -> Unit) {
        out.append(open)
        var isFirst = true
        for (value in values) {
            if (!isFirst) out.append(',')
            isFirst = false
            write(value)
        }
        out.append(close)
    }

    private fun quote(text: String, out: StringBuilder) {
        out.append('"')
        for (char in text) {
            when {
                char == '"' || char == '\\' -> out.append('\\').append(char)
                char < ' ' -> out.append("\\u%04x".format(char.toInt()))
                else -> out.append(char)
            }
        }
        out.append('"')
    }

    /** Returns the value of a JSON text; numbers are Double. Throws `IllegalArgumentException` if it is none. */
    fun value(text: String): Any? = Reader(text).whole()

    private class Reader(private val text: String) {
        private var at = 0

        fun whole(): Any? {
            val value = value()
            space()
            if (at < text.length) wrong()
            return value
        }

        private fun wrong(): Nothing = throw IllegalArgumentException("no JSON at character $at")

        private fun space() {
            while (at < text.length && text[at] in " \t\r\n") at++
        }

        private fun take(char: Char): Boolean {
            space()
            if (at >= text.length || text[at] != char) return false
            at++
            return true
        }

        private fun word(word: String, value: Any?): Any? {
            if (!text.startsWith(word, at)) wrong()
            at += word.length
            return value
        }

        private fun value(): Any? {
            space()
            if (at >= text.length) wrong()
            return when (text[at]) {
                '{' -> members()
                '[' -> elements()
                '"' -> string()
                't' -> word("true", true)
                'f' -> word("false", false)
                'n' -> word("null", null)
                else -> number()
            }
        }

        private fun members(): Map<String, Any?> {
            val members = LinkedHashMap<String, Any?>()
            at++
            if (take('}')) return members
            do {
                space()
                if (at >= text.length || text[at] != '"') wrong()
                val name = string()
                if (!take(':')) wrong()
                members[name] = value()
            } while (take(','))
            if (!take('}')) wrong()
            return members
        }

        private fun elements(): List<Any?> {
            val elements = ArrayList<Any?>()
            at++
            if (take(']')) return elements
            do elements.add(value()) while (take(','))
            if (!take(']')) wrong()
            return elements
        }

        private fun number(): Double {
            val start = at
            while (at < text.length && text[at] in "+-0123456789.eE") at++
            return text.substring(start, at).toDoubleOrNull() ?: wrong()
        }

        private fun string(): String {
            val out = StringBuilder()
            at++
            while (true) {
                if (at >= text.length) wrong()
                val char = text[at++]
                when (char) {
                    '"' -> return out.toString()
                    '\\' -> out.append(escape())
                    else -> out.append(char)
                }
            }
        }

        private fun escape(): Char {
            if (at >= text.length) wrong()
            val char = text[at++]
            return when (char) {
                'n' -> '\n'
                't' -> '\t'
                'r' -> '\r'
                'b' -> '\b'
                'f' -> '\u000C'
                'u' -> {
                    if (at + 4 > text.length) wrong()
                    at += 4
                    text.substring(at - 4, at).toIntOrNull(16)?.toChar() ?: wrong()
                }
                '"', '\\', '/' -> char
                else -> wrong()
            }
        }
    }
}
