// SPDX-License-Identifier: Apache-2.0
package dev.tatami

import java.io.IOException
import java.io.InputStream
import java.net.HttpURLConnection
import java.net.URL
import java.net.URLEncoder
import java.security.MessageDigest

/**
 * A client of the Tatami layout service; it needs nothing but the JDK, or Android.
 *
 *     val client = TatamiClient("https://layouts.example.com")
 *     val layout = client.layout(mapOf(
 *         "container" to mapOf("width" to 390, "height" to 844),
 *         "layout" to mapOf("type" to "waterfall", "columns" to 2, "spacing" to 8),
 *         "items" to photos.map { listOf(it.width, it.height) }))
 *     for (one in layout.attributes(TatamiRect(0.0, 0.0, 390.0, 844.0)).elements) …
 *     val (longer, changes) = layout.update(mapOf("append" to listOf(mapOf("items" to listOf(120, 180)))))
 *
 * Every function waits for the network: on Android, call them from a background thread, such as `withContext(Dispatchers.IO)`.
 * A client and its layouts may be used on several threads at once.
 *
 * A layout's id is the SHA-256 of its document, so the client PUTs documents to `/v1/layouts/{id}`. If the service has
 * evicted a layout, the client PUTs it again: a document as it is, a version as its document and all updates since. Queries
 * name one revision of the service's engine, the first that answered; if another answers, they are repeated for that.
 *
 * @param base the service's URL.
 * @param apiKey the key that the service requires; null if it requires none.
 * @param retries how often a 503 is sent again, each time after its Retry-After.
 * @param timeout the milliseconds to wait for a connection, and for each part of an answer.
 * @param onEngine called when another revision of the engine answers: query everything that is shown again.
 */
class TatamiClient(
    base: String, private val apiKey: String? = null, private val retries: Int = 3, private val timeout: Int = 30_000,
    private val onEngine: (Int) -> Unit = {}
) {
    private val base = base.trimEnd('/')
    @Volatile private var engine: Int? = null

    init {
        require(base.startsWith("http://") || base.startsWith("https://")) {
            "the service's URL must begin with http:// or https:// (got \"$base\")"
        }
    }

    /** Uploads a document: a map, or JSON text. */
    fun layout(document: Any): TatamiLayout {
        val body = bytes(document)
        return TatamiLayout(this, put(body), TatamiLayout.Origin.Document(body))
    }

    /** Returns a layout that the service has already, by its id. It cannot be restored after an eviction. */
    fun open(id: String): TatamiLayout = TatamiLayout(this, call("GET", "/v1/layouts/$id"), TatamiLayout.Origin.Unknown)

    internal fun put(body: ByteArray, query: String = ""): Map<String, Any?> =
        call("PUT", "/v1/layouts/${sha256(body)}" + if (query == "") "" else "?$query", body)

    internal fun call(method: String, path: String, body: ByteArray? = null): Map<String, Any?> =
        members(TatamiJSON.value(read(method, path, body).toString(Charsets.UTF_8)))

    /** Sends one request; retries a 503 after its Retry-After. */
    internal fun read(method: String, path: String, body: ByteArray? = null): ByteArray {
        var left = retries
        while (true) {
            val connection = URL(base + path).openConnection() as HttpURLConnection
            try {
                connection.requestMethod = method
                connection.connectTimeout = timeout
                connection.readTimeout = timeout
                apiKey?.let { connection.setRequestProperty("Authorization", "Bearer $it") }
                if (body != null) {
                    connection.setRequestProperty("Content-Type", "application/json")
                    connection.doOutput = true
                    connection.setFixedLengthStreamingMode(body.size)
                    connection.outputStream.use { it.write(body) }
                }
                val status = connection.responseCode
                if (status < 400) {
                    if (engine == null) engine = connection.getHeaderField("Tatami-Engine")?.toIntOrNull()
                    return connection.inputStream.use(InputStream::readBytes)
                }
                val text = connection.errorStream?.use(InputStream::readBytes)?.toString(Charsets.UTF_8) ?: ""
                if (status != 503 || left <= 0) throw TatamiProblem(status, problem(text))
                left--
                Thread.sleep((pause(connection.getHeaderField("Retry-After")) * 1000).toLong())
            } catch (error: IOException) {
                if (error is TatamiProblem) throw error
                throw IOException("${error.message}; does $base run?", error)
            }
        }
    }

    /** Queries one revision of the engine; if another revision answers, repeats the query for that revision. */
    internal fun <T> ofOneEngine(ask: (Int?) -> T): T {
        try {
            return ask(engine)
        } catch (problem: TatamiProblem) {
            val other = problem.engine ?: throw problem
            engine = other
            onEngine(other)
            return ask(other)
        }
    }

    internal companion object {
        /** Returns the seconds of a Retry-After, from 0 to 60; 1 if it is no number. */
        fun pause(retryAfter: String?): Double {
            val seconds = retryAfter?.toDoubleOrNull() ?: return 1.0
            return if (seconds >= 0) minOf(seconds, 60.0) else 1.0
        }

        fun problem(text: String): Map<String, Any?> =
            try {
                members(TatamiJSON.value(text))
            } catch (_: IllegalArgumentException) {
                mapOf("detail" to text.take(200))
            }

        @Suppress("UNCHECKED_CAST")
        fun members(value: Any?): Map<String, Any?> =
            value as? Map<String, Any?> ?: throw IllegalArgumentException("the answer is no JSON object")

        /** Returns a value's JSON as bytes; a text is already JSON. */
        fun bytes(value: Any): ByteArray = (if (value is String) value else TatamiJSON.text(value)).toByteArray(Charsets.UTF_8)

        fun sha256(bytes: ByteArray): String =
            MessageDigest.getInstance("SHA-256").digest(bytes).joinToString("") { "%02x".format(it) }

        /** Returns a query of the parameters that are not null. */
        fun query(vararg parameters: Pair<String, Any?>): String = parameters.filter { it.second != null }.joinToString("&") { (name, value) ->
            val text = if (value is Number) TatamiJSON.number(value) else value.toString()
            name + "=" + URLEncoder.encode(text, "UTF-8").replace("%2C", ",").replace("%3A", ":")
        }
    }
}

/** An error answer (RFC 9457). */
class TatamiProblem(val status: Int, val members: Map<String, Any?>) :
    IOException((members["detail"] ?: members["title"] ?: "HTTP status $status").toString()) {
    /** `/problems/NAME`. */
    val type: String get() = members["type"] as? String ?: "about:blank"

    /** A JSON pointer and a detail for each mistake in the document. */
    val errors: List<Pair<String, String>>
        get() = (members["errors"] as? List<*> ?: emptyList<Any?>()).map {
            val error = TatamiClient.members(it)
            error["pointer"].toString() to error["detail"].toString()
        }

    /** The id of the layout that is not cached; null for any other problem. */
    internal val missing: String? get() = if (type.endsWith("/layout-not-cached")) members["missing"] as? String ?: "" else null

    /** The service's engine revision if it is another than the query's; null for any other problem. */
    internal val engine: Int? get() = if (type.endsWith("/other-engine")) (members["engine"] as? Double)?.toInt() else null
}

/** A point, or an offset, in points. */
data class TatamiPoint(val x: Double, val y: Double) {
    override fun toString(): String = TatamiJSON.number(x) + "," + TatamiJSON.number(y)

    internal companion object {
        fun of(value: Any?): TatamiPoint = TatamiClient.members(value).let { TatamiPoint(it["x"] as Double, it["y"] as Double) }
    }
}

/** A rectangle, in points. */
data class TatamiRect(val x: Double, val y: Double, val width: Double, val height: Double) {
    /** Whether a part of both rectangles is the same; edges that touch are none. */
    fun intersects(other: TatamiRect): Boolean =
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height

    override fun toString(): String = listOf(x, y, width, height).joinToString(",") { TatamiJSON.number(it) }

    internal companion object {
        fun of(value: Any?): TatamiRect {
            val sides = TatamiClient.members(value)
            return TatamiRect(sides["x"] as Double, sides["y"] as Double, sides["width"] as Double, sides["height"] as Double)
        }
    }
}

/** Where an element is. */
class TatamiElement internal constructor(private val members: Map<String, Any?>) {
    /** `cell`, `supplementary` or `decoration`. */
    val category: String get() = members["category"] as? String ?: "cell"
    /** The kind of a supplementary or a decoration, such as `header`; null for cells. */
    val kind: String? get() = members["kind"] as? String
    /** The section's number, and the item's. */
    val indexPath: List<Int> = (members["indexPath"] as? List<*> ?: emptyList<Any?>()).map { (it as Double).toInt() }
    /** The item's own id; null if it has none. */
    val id: Any? get() = members["id"]
    /** The frame in the content, in points. */
    val frame: TatamiRect = TatamiRect.of(members["frame"])
    /** The stacking order. */
    val zIndex: Int get() = (members["zIndex"] as? Double)?.toInt() ?: 0
    /** The height of the media above the item's body; null if the item has no body. */
    val imageHeight: Double? get() = members["imageHeight"] as? Double

    /** Any other member of the answer, such as `alpha`, `transform` or `lines`. */
    operator fun get(name: String): Any? = members[name]
}

/** The answer to a query of elements. */
class TatamiAnswer internal constructor(val members: Map<String, Any?>) {
    /** The elements in the order of the answer. */
    val elements: List<TatamiElement> = (members["attributes"] as? List<*> ?: emptyList<Any?>()).map { TatamiElement(TatamiClient.members(it)) }
}

/** What a view of one layout has to do to show another. */
class TatamiChanges internal constructor(val members: Map<String, Any?>) {
    /** The elements in the requested rectangle that are new, or elsewhere, or otherwise different. */
    val invalidated: List<*> get() = members["invalidated"] as? List<*> ?: emptyList<Any?>()
}

/** A document that the service has laid out, or a version of one. It never changes: an update derives another. */
class TatamiLayout internal constructor(private val client: TatamiClient, summary: Map<String, Any?>, private var origin: Origin) {
    /** How a layout is made again after the service has evicted it. */
    internal sealed class Origin {
        class Document(val body: ByteArray) : Origin()
        class Update(val parent: TatamiLayout, val text: ByteArray) : Origin()
        object Unknown : Origin()
    }

    val id: String = summary["id"] as String
    /** The content's width and height, in points. */
    val contentWidth: Double
    val contentHeight: Double
    val sectionCount: Int = (summary["sectionCount"] as Double).toInt()
    val itemCount: Int = (summary["itemCount"] as Double).toInt()

    init {
        val size = TatamiClient.members(summary["contentSize"])
        contentWidth = size["width"] as Double
        contentHeight = size["height"] as Double
    }

    /** Returns the elements in a rectangle; all elements without one. */
    fun attributes(rect: TatamiRect? = null): TatamiAnswer = query("attributes", "rect" to (rect ?: "all"))

    /** Returns the cells of items, each `section-item` or an item's own id. */
    fun attributes(indexPaths: List<String>): TatamiAnswer = query("attributes", "indexPath" to indexPaths.joinToString(","))

    private fun query(path: String, parameter: Pair<String, Any?>): TatamiAnswer = TatamiAnswer(client.ofOneEngine { engine ->
        val text = TatamiClient.query(parameter, "engine" to engine)
        get("$path?$text", text)
    })

    /**
     * Returns the offset at which scrolling should stop. `current` is the offset when the finger lifts, `velocity` the one of the
     * content then, in points a millisecond; with `section`, both are those of a section that scrolls by itself.
     */
    fun targetOffset(current: TatamiPoint, velocity: TatamiPoint? = null, section: Int? = null): TatamiPoint =
        offset("current" to current, "velocity" to velocity, "section" to section)

    /** Returns the offset that shows an item (`section-item`) at a position, such as `top` or `centeredVertically`. */
    fun offset(indexPath: String, position: String): TatamiPoint = offset("indexPath" to indexPath, "position" to position)

    private fun offset(vararg parameters: Pair<String, Any?>): TatamiPoint =
        TatamiPoint.of(get("target-offset?" + TatamiClient.query(*parameters))["targetContentOffset"])

    /** Returns the cell at a point; with `nearest` else the nearest one. */
    fun indexPath(point: TatamiPoint, nearest: Boolean = false): Map<String, Any?> =
        get("index-path?" + TatamiClient.query("point" to point, "nearest" to if (nearest) true else null))

    /**
     * Applies a batch: a map, or JSON text. Returns the version and, with `rect` or `bounds`, the changes that a view of this layout has to
     * make. The same update of the same layout gives the same version, so that it may be repeated.
     */
    fun update(
        update: Any, rect: TatamiRect? = null, bounds: TatamiRect? = null, anchor: String? = null
    ): Pair<TatamiLayout, TatamiChanges?> {
        val text = TatamiClient.bytes(update)
        val query = TatamiClient.query("rect" to rect, "bounds" to bounds, "anchor" to anchor)
        val answer = again { client.call("POST", "/v1/layouts/$id/updates" + if (query == "") "" else "?$query", text) }
        val version = TatamiLayout(client, answer, Origin.Update(this, text))
        return Pair(version, if ("invalidated" in answer) TatamiChanges(answer) else null)
    }

    /** Returns the layout's document as the service writes it: its items have all measured sizes. */
    fun document(): Map<String, Any?> = get("document")

    /** GETs an answer; `query` is the query that a PUT of the document can answer at once. */
    private fun get(path: String, query: String? = null): Map<String, Any?> {
        try {
            return client.call("GET", "/v1/layouts/$id/$path")
        } catch (problem: TatamiProblem) {
            if (problem.missing == null) throw problem
        }
        val origin = origin
        if (query != null && origin is Origin.Document) return client.put(origin.body, query)
        restore()
        return client.call("GET", "/v1/layouts/$id/$path")
    }

    /** Sends a request, and repeats it after restoring the layout if the service was missing it. */
    private fun <T> again(ask: () -> T): T {
        try {
            return ask()
        } catch (problem: TatamiProblem) {
            if (problem.missing == null) throw problem
        }
        restore()
        return ask()
    }

    /** Restores an evicted layout: from its parent and update or, if the parent is evicted too, from the whole chain. */
    private fun restore() {
        val line = generateSequence(this) { (it.origin as? Origin.Update)?.parent }.toList().asReversed()
        if (line.size > 1) {
            try {
                return make()
            } catch (problem: TatamiProblem) {
                if (problem.missing == null) throw problem
            }
        }
        for (layout in line) layout.make()
    }

    private fun make() {
        when (val origin = origin) {
            is Origin.Document -> client.put(origin.body)
            is Origin.Update -> client.call("POST", "/v1/layouts/${origin.parent.id}/updates", origin.text)
            is Origin.Unknown -> {}
        }
    }

    override fun toString(): String = "TatamiLayout($id: $itemCount items, $contentWidth x $contentHeight)"
}
