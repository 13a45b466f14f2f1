/** Saves a text of any length under a name. The pieces are gathered by the browser, which keeps large ones on the disk. */
import type { TextStream } from '@countersign/sdk'

const GATHER = 1_000

export const saveText = async (text: TextStream, name: string, type: string): Promise<void> => {
  let kept = new Blob([], { type })
  let pieces: string[] = []
  const gather = () => {
    kept = new Blob([kept, ...pieces], { type })
    pieces = []
  }
  for await (const piece of text) {
    pieces.push(piece)
    if (pieces.length >= GATHER) gather()
  }
  gather()
  const address = URL.createObjectURL(kept)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
