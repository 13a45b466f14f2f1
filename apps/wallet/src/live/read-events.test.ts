import { expect, test } from 'vitest'
import { readEvents } from './read-events.ts'

const streamOf = (chunks: readonly string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })

const TEXT =
  'retry: 1000\n\n: hello\n\nid: 7\ndata: {"type":"a"}\n\nid: 8\nevent: x\ndata: one\ndata: two\n\nid: 9\ndata: unfinished'

test('events with data come in order, however the stream was cut; comments and what is unfinished do not', async () => {
  for (let cut = 1; cut < TEXT.length; cut++) {
    const events = []
    for await (const event of readEvents(streamOf([TEXT.slice(0, cut), TEXT.slice(cut)]))) events.push(event)
    expect(events).toEqual([
      { id: '7', data: '{"type":"a"}' },
      { id: '8', data: 'one\ntwo' },
    ])
  }
})
