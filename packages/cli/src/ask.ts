/** Asks the person at the terminal; without one, says which option takes the answer. */
import { EXIT } from './exit-codes.ts'
import type { Output } from './output.ts'
import { Stop, wrongUsage } from './stop.ts'

interface Question {
  readonly message: string
  /** The option that answers it. */
  readonly option: string
  readonly hidden?: boolean
}

export const ask = async ({ interactive }: Output, { message, option, hidden }: Question): Promise<string> => {
  if (!interactive) throw wrongUsage(`${message} is missing.`, `Add ${option}: this terminal isn't interactive.`)
  const clack = await import('@clack/prompts')
  const output = process.stderr
  const answer = await (hidden ? clack.password({ message, output }) : clack.text({ message, output }))
  if (clack.isCancel(answer)) throw new Stop(EXIT.interrupted, 'Canceled.', 'Nothing changed.')
  return answer.trim()
}

/** Only the first line, because the writer may keep the pipe open. */
export const readLine = async (): Promise<string> => {
  let read = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    read += chunk
    if (read.includes('\n')) break
  }
  return read.split('\n')[0]?.trim() ?? ''
}
