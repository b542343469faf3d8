// JSON in an address: compressed, and written in characters that need no escape there.

/** The longest JSON that is unpacked. */
const MOST_BYTES = 100_000;

async function passed(bytes: Uint8Array<ArrayBuffer>, through: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let length = 0; ; ) {
    const { value, done } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    parts.push(value);
    length += value.length;
    if (length > MOST_BYTES) throw new Error("too long");
  }
}

export async function packed(value: unknown): Promise<string> {
  const bytes = await passed(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream("deflate-raw"));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Return the packed value; reject text that is not packed JSON. */
export async function unpacked(text: string): Promise<unknown> {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(await passed(bytes, new DecompressionStream("deflate-raw"))));
}
