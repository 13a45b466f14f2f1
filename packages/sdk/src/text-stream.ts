/** An answer that is a text of any length, such as an export: piece by piece as it arrives, or whole. */
import { type Answered, NetworkError } from './call.ts'

export interface TextStream extends AsyncIterable<string> {
  /** The whole text. A long one is better read piece by piece. */
  text(): Promise<string>
  /** The HTTP response, with its body still to be read. */
  response(): Promise<Response>
}

/** Each use is a call of its own. A text that breaks off throws: one that ends is complete. */
export const textStreamOf = (call: () => Promise<Answered<unknown>>): TextStream => {
  const response = async () => (await call()).response
  async function* pieces(): AsyncGenerator<string, void, undefined> {
    const reader = (await response()).body?.getReader()
    const decoder = new TextDecoder()
    try {
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
        const piece = decoder.decode(value, { stream: !done })
        if (piece !== '') yield piece
        if (done) return
      }
    } catch (cause) {
      if (cause instanceof Error && cause.name === 'AbortError') throw cause
      throw new NetworkError('The connection broke before the end: what has arrived is not complete.', { cause })
    } finally {
      await reader?.cancel().catch(() => {})
    }
  }
  return {
    [Symbol.asyncIterator]: pieces,
    response,
    async text() {
      let all = ''
      for await (const piece of pieces()) all += piece
      return all
    },
  }
}
