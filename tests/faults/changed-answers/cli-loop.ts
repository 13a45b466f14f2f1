/** The CLI, a command per line of input, in one process; answers with all that the command printed. */
import { createInterface } from 'node:readline'
import { failureOf, failureText } from '../../../packages/cli/src/failure.ts'
import { createProgram } from '../../../packages/cli/src/program.ts'

const write = process.stdout.write.bind(process.stdout)
let printed = ''
for (const stream of [process.stdout, process.stderr]) {
  stream.write = (chunk: string | Uint8Array): boolean => {
    printed += String(chunk)
    return true
  }
}

const program = createProgram()
for await (const line of createInterface({ input: process.stdin })) {
  const args = JSON.parse(line) as string[]
  printed = ''
  let failure = ''
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (thrown) {
    failure = failureText(failureOf(thrown))
  }
  const json: unknown = args.includes('--json') && printed !== '' ? JSON.parse(printed) : undefined
  write(`${JSON.stringify({ text: json === undefined ? printed + failure : failure, json })}\n`)
}
process.exitCode = 0
