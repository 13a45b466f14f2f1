/** One HTTP call, with the whole answer to look at. */
export interface Sent {
  readonly body?: unknown
  /** Sent as it is, instead of `body` as JSON. */
  readonly raw?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Parsed as JSON; loosely typed, since a test looks at what really came. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any
}

export const call = async (base: string, method: string, path: string, sent: Sent = {}): Promise<Answer> => {
  const raw = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
  const response = await fetch(base + path, {
    method,
    redirect: 'manual',
    headers: { ...(raw !== undefined && { 'content-type': 'application/json' }), ...sent.headers },
    ...(raw !== undefined && { body: raw }),
  })
  const text = await response.text()
  const json = response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : undefined
  return { status: response.status, headers: response.headers, text, json }
}
