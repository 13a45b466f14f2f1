/** Which examples there are, and how the conformance kit judges a receiver of webhooks, whatever it is built with. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { runReceiver } from '../../packages/conformance/src/receiver/run-receiver.ts'
import { linesOf } from '../../packages/conformance/src/report.ts'
import { until } from '../../server/test/until.ts'
import { freePort } from '../../tools/dev/free-port.ts'

export const AGENTS = ['ai-sdk', 'openai-agents', 'langchain', 'mastra']
/** Bought from in tests/x402. */
export const X402 = 'x402'
export const SERVERS = ['webhooks-hono', 'webhooks-express']
/** Next.js itself is 342 MB: its route handler takes a Request, and is called with one. */
export const NEXT = 'webhooks-nextjs'

export const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`

/** What the kit has against a receiver that prints a line for each order that it delivers. */
export const findings = async (url: string, printed: () => string): Promise<readonly string[]> => {
  const delivered = () => Promise.resolve(printed().match(/^deliver\b/gm)?.length ?? 0)
  const lines = linesOf(await runReceiver({ url, secret: SECRET, delivered }))
  return lines.filter((line) => /^ {2}not |^ {4}/.test(line))
}

interface Program {
  readonly args: readonly string[]
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly path: string
}

/** The findings about a receiver that runs as a program. */
export const findingsOf = async (file: string, { args, cwd, env, path }: Program): Promise<readonly string[]> => {
  const port = await freePort()
  const receiver = spawn(file, args, {
    cwd,
    env: { ...process.env, ...env, PORT: String(port), WEBHOOK_SECRETS: SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    const ended = once(receiver, 'exit')
    if (receiver.kill()) await ended
  })
  let printed = ''
  receiver.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  const url = `http://127.0.0.1:${port}${path}`
  const answers = () =>
    fetch(url, { method: 'POST' }).then(
      () => true,
      () => false,
    )
  await until(answers)
  return findings(url, () => printed)
}
