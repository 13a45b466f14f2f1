/** Puts pictures in WebP behind each other, each with its place and its time. The format: https://developers.google.com/speed/webp/docs/riff_container */

export interface Frame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly ms: number
  /** A whole WebP file of this part. */
  readonly webp: Buffer
}

const HEAD = 12
const CHUNK_HEAD = 8
const ANIMATED = 0x02
/** Over what is there already, opaque. */
const REPLACES = 0x02

const number = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntLE(value, 0, bytes)
  return buffer
}

const chunk = (name: string, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(name), number(content.length, 4), content, Buffer.alloc(content.length % 2)])

/** Name and content of each chunk between two places. */
export const chunksOf = (bytes: Buffer, from = HEAD): { readonly name: string; readonly content: Buffer }[] => {
  const chunks = []
  for (let at = from; at + CHUNK_HEAD <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4)
    const begin = at + CHUNK_HEAD
    chunks.push({ name: bytes.toString('latin1', at, at + 4), content: bytes.subarray(begin, begin + length) })
    at = begin + length + (length % 2)
  }
  return chunks
}

const pictureOf = (webp: Buffer): Buffer[] =>
  chunksOf(webp).flatMap(({ name, content }) => (/^(VP8 |VP8L|ALPH)$/.test(name) ? [chunk(name, content)] : []))

/** The first frame is as large as the whole. It plays `times`, and then its last picture stays. */
export const animatedWebp = (frames: readonly Frame[], times: number): Buffer => {
  const [{ width, height } = { width: 1, height: 1 }] = frames
  const all = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', Buffer.concat([number(ANIMATED, 4), number(width - 1, 3), number(height - 1, 3)])),
    chunk('ANIM', Buffer.concat([number(0xffffffff, 4), number(times, 2)])),
    ...frames.map((frame) =>
      chunk(
        'ANMF',
        Buffer.concat([
          number(frame.x / 2, 3),
          number(frame.y / 2, 3),
          number(frame.width - 1, 3),
          number(frame.height - 1, 3),
          number(frame.ms, 3),
          number(REPLACES, 1),
          ...pictureOf(frame.webp),
        ]),
      ),
    ),
  ])
  return Buffer.concat([Buffer.from('RIFF'), number(all.length, 4), all])
}

const MS_AT = 12
/** How long it plays once. */
export const msOf = (webp: Buffer): number =>
  chunksOf(webp).reduce((sum, { name, content }) => sum + (name === 'ANMF' ? content.readUIntLE(MS_AT, 3) : 0), 0)
