/** What holds for the service as a whole (1.1, 1.9, 4, 4.5, 9). */
import { codeOf, isDone, saidOf } from '../call.ts'
import type { Run } from '../place.ts'

export const judgeService = async ({ call, book }: Run): Promise<void> => {
  const health = await call('GET', '/health')
  book.judge(['4.5 GET /health', '4 paths'], 'it answers', isDone(health), saidOf(health))
  const metrics = await call('GET', '/metrics')
  const open = isDone(metrics) && /^# (?:HELP|TYPE) /m.test(metrics.text)
  const closed = metrics.status === 401 || metrics.status === 403
  book.judge(['4.5 GET /metrics', '4 paths'], 'metrics, or a question for the token', open || closed, saidOf(metrics))
  for (const [method, path] of [
    ['POST', '/v1/payment-intents'],
    ['GET', '/v1/payment-intents/x'],
  ] as const) {
    const legacy = await call(method, path, method === 'POST' ? { body: {} } : {})
    book.judge(['1.9', '9.4'], `${method} ${path} is not served`, legacy.status === 404, saidOf(legacy))
  }
  for (const path of ['/payment-requests', '/v2/payment-requests']) {
    const other = await call('POST', path, { body: {} })
    book.judge(['4 paths', '9.1'], `${path} is not served`, other.status === 404, [saidOf(other), codeOf(other)])
  }
  const document = await call('GET', '/openapi.json')
  const described =
    typeof document.json.openapi === 'string' && document.json.paths?.['/v1/agent-payments/{agent_payment_id}']
  book.judge('4.6 OpenAPI', 'it names the agent payment', Boolean(described), document.text.slice(0, 80))
}

/** What the kit sent from the first call to a confirmed payment. */
export const judgeWritten = ({ written, book }: Run): void => {
  const secret = written.filter((one) =>
    /PRIVATE KEY|"d":|private_key|mnemonic|seed|envelope|signed_transaction/.test(one),
  )
  const at = ['1.1', '5.3 public', '5.3 wallet keys']
  book.judge(
    at,
    'nothing that the whole run sent holds a private key or a transaction',
    written.length > 50 && secret.length === 0,
    secret,
  )
}
