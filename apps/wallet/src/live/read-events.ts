/** Server-sent events out of a body: those with data, in order (the HTML standard's "event stream interpretation"). */
export interface ServerEvent {
  readonly id: string
  readonly data: string
}

export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let held = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      held += decoder.decode(value, { stream: true })
      const blocks = held.split(/\r?\n\r?\n/)
      held = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = eventOf(block)
        if (event.data !== '') yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

const eventOf = (block: string): ServerEvent => {
  const fields = block.split(/\r?\n/).map((line) => /^(\w+): ?(.*)$/.exec(line))
  const valuesOf = (name: string) => fields.flatMap((field) => (field?.[1] === name ? [field[2] ?? ''] : []))
  return { id: valuesOf('id').at(-1) ?? '', data: valuesOf('data').join('\n') }
}
