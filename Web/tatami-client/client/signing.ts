// SPDX-License-Identifier: Apache-2.0
// Signs URLs of GETs for services with API keys (Node 20 or later). Sign on your server only: anyone with the key can sign
// every URL.

/**
 * Returns the URL with its signature, for `<img>` and `<link>`, which cannot send an API key.
 *
 * @param url An absolute URL, or a path with a query, as the service receives them. It must have neither `sig` nor
 *   `expires`.
 * @param key The first of the service's `TATAMI_URL_KEYS`.
 * @param expires When the URL stops working: a date, or seconds since 1970. It always works by default.
 */
export async function signedURL(url: string, key: string, expires?: Date | number): Promise<string> {
  const [plain = ""] = url.split("#", 1);
  if (/[?&](sig|expires)=/.test(plain)) throw new Error(`${url} must have neither sig nor expires`);
  const end = typeof expires === "number" ? expires : expires && expires.getTime() / 1000;
  const whole = end === undefined ? plain : `${plain}${joint(plain)}expires=${Math.floor(end)}`;
  const text = new TextEncoder();
  const secret = await crypto.subtle.importKey("raw", text.encode(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const digest = await crypto.subtle.sign("HMAC", secret, text.encode(whole.replace(/^[^/?]*:\/\/[^/?]*\/?/, "/")));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return `${whole}${joint(whole)}sig=${base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

function joint(url: string): string { return url.includes("?") ? "&" : "?"; }
