// The files of a ZIP, as the page's own "Download the certificate" makes it: those of its folder, not of folders in it.

const END = 0x06054b50, ENTRY = 0x02014b50;
const STORED = 0, DEFLATED = 8;

/** A file of exactly this number of bytes; a longer one is not unpacked to its end. */
async function inflated(packed: Blob, method: number, bytes: number): Promise<Blob> {
  if (method !== STORED && method !== DEFLATED) throw new Error("another way to pack");
  let left = bytes;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (piece, to) => {
      left -= piece.length;
      if (left < 0) to.error(new Error("a file is longer than its entry"));
      else to.enqueue(piece);
    },
  });
  const stream = method === STORED ? packed.stream() : packed.stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const blob = await new Response(stream.pipeThrough(counted)).blob();
  if (left !== 0) throw new Error("a file is shorter than its entry");
  return blob;
}

/** The files of a ZIP; an error if it is none, or if they have more bytes than allowed. */
export async function unzipped(zip: File, mostBytes: number): Promise<File[]> {
  if (zip.size > mostBytes) throw new Error("too large");
  const view = new DataView(await zip.arrayBuffer());
  const u16 = (at: number) => view.getUint16(at, true), u32 = (at: number) => view.getUint32(at, true);
  let end = view.byteLength - 22;
  while (u32(end) !== END) end -= 1; // a RangeError before the first byte
  const files: File[] = [];
  let at = u32(end + 16), bytes = 0;
  for (let count = u16(end + 10); count > 0; count -= 1) {
    if (u32(at) !== ENTRY) throw new Error("no entry");
    const [packed, size, length, local] = [u32(at + 20), u32(at + 24), u16(at + 28), u32(at + 42)];
    const path = new TextDecoder().decode(new Uint8Array(view.buffer, at + 46, length)).split("/");
    const name = path.at(-1)!;
    if (name !== "" && path.length <= 2) {
      bytes += size;
      if (bytes > mostBytes || files.some((file) => file.name === name)) throw new Error("too large, or a file twice");
      const from = local + 30 + u16(local + 26) + u16(local + 28);
      files.push(new File([await inflated(zip.slice(from, from + packed), u16(at + 10), size)], name));
    }
    at += 46 + length + u16(at + 30) + u16(at + 32);
  }
  return files;
}
