/** Asks the person at the terminal; without one, says which option takes the answer. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Output } from './output.ts'
import { EXIT, failed, Stop, wrongUsage } from './stop.ts'
import { terminal } from './terminal.ts'

interface Question {
  readonly message: string
  /** The option that answers it. */
  readonly option: string
  readonly hidden?: boolean
}

export const ask = async ({ interactive }: Output, { message, option, hidden }: Question): Promise<string> => {
  if (!interactive) throw wrongUsage(`${message} is missing.`, `Add ${option}: this terminal isn't interactive.`)
  const clack = await import('@clack/prompts')
  const output = terminal().stderr
  const answer = await (hidden ? clack.password({ message, output }) : clack.text({ message, output }))
  if (clack.isCancel(answer)) throw new Stop(EXIT.interrupted, 'Canceled.', 'Nothing changed.')
  return answer.trim()
}

/** Only the first line, because the writer may keep the pipe open. */
export const readLine = async (): Promise<string> => {
  let read = ''
  for await (const chunk of terminal().stdin.setEncoding('utf8')) {
    read += chunk
    if (read.includes('\n')) break
  }
  return read.split('\n')[0]?.trim() ?? ''
}

// Takes a sign-in link from the page of a local mail catcher, such as that of `npm run dev`, in place of a person.

const WAIT_MS_MAX = 15_000
const POLL_MS = 100

interface Mail {
  readonly id: string
  readonly links: readonly string[]
}

/** The link of the first mail with one to the address that comes after `send` was called. */
export const linkFrom = async (mail_url: string, email: string, send: () => Promise<unknown>): Promise<string> => {
  const before = new Set((await mailsTo(mail_url, email)).map((mail) => mail.id))
  await send()
  const end = Date.now() + WAIT_MS_MAX
  while (Date.now() < end) {
    const fresh = (await mailsTo(mail_url, email)).filter((mail) => !before.has(mail.id))
    const link = fresh.flatMap((mail) => mail.links).find((one) => one.includes('#token='))
    if (link !== undefined) return link
    await pause(POLL_MS)
  }
  throw new Stop(
    EXIT.unknown,
    `No email to ${email} arrived at ${mail_url}.`,
    "Check that the service's worker is running.",
  )
}

const mailsTo = async (mail_url: string, email: string): Promise<readonly Mail[]> => {
  const page = `${mail_url.replace(/\/+$/, '')}/api/mails?to=${encodeURIComponent(email)}`
  try {
    const answer = await fetch(page, { redirect: 'error', signal: AbortSignal.timeout(5_000) })
    return ((await answer.json()) as { mails: readonly Mail[] }).mails
  } catch {
    throw failed(`There's no mail page at ${mail_url}.`, 'Start `npm run dev`, or add --mail-url <url>.')
  }
}
