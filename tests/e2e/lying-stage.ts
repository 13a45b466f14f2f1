/**
 * A wallet that reports payments that it never made, at a service that looks at the ledger: who waits for a payment there, and
 * how long before the ledger has the last word.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createAgentClient } from '@pursestrings/sdk'
import { until } from '../../server/test/until.ts'
import { type PracticeLedger, startPracticeLedger } from '../../tools/dev/practice-ledger.ts'
import { type DemoStage, startDemo } from './demo-stage.ts'

/** As the framework examples ask for it; no other request of the stage has it. */
export const AMOUNT = '4.25'
/** A request lasts half an hour. */
const WINDOW_S = 45n * 60n

export interface Waiter {
  readonly name: string
  readonly ended: Promise<{ readonly code: number | null; readonly said: string }>
  isOver(): boolean
}

export interface LyingStage {
  readonly stage: DemoStage
  readonly ledger: PracticeLedger
  /** A program that requests this amount and waits. */
  run(name: string, file: string, args: readonly string[], more?: Running): Waiter
  /** Something in this process that does the same. */
  wait(name: string, work: Promise<string>): Waiter
  /** Until the wallet has lied to all of them; nobody may have ended by then. Then the ledger's window passes. */
  letTimePass(waiters: readonly Waiter[]): Promise<void>
  stop(): Promise<void>
}

interface Running {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

export const startLyingStage = async (): Promise<LyingStage> => {
  const ledger = await startPracticeLedger(0)
  const stage = await startDemo({
    LEDGER_SOURCES: ledger.sources,
    LEDGER_VALIDATORS: ledger.validators,
    RECEIPT_KEYS: `receipt-1:${randomBytes(32).toString('base64url')}`,
  })
  stage.answerEverything('lie')
  const waiterOf = (name: string, ended: Waiter['ended']): Waiter => {
    let over = false
    void ended.finally(() => {
      over = true
    })
    return { name, ended, isOver: () => over }
  }
  const lied = async (): Promise<number> => {
    const { base_url, pinned_keys, connection } = await stage.profile()
    const { paymentRequests } = createAgentClient({ base_url, pinned_keys, ...connection })
    const listed = await paymentRequests.list({ status: 'confirmed' }).toArray({ limit: 100 })
    return listed.filter(({ payment }) => payment.amount === AMOUNT).length
  }
  return {
    stage,
    ledger,
    run(name, file, args, { cwd, env } = {}) {
      const options = { cwd, env: { ...process.env, ...stage.environment, ...env } }
      return waiterOf(
        name,
        new Promise((resolve) => {
          const child = execFile(file, args, options, (_, stdout, stderr) =>
            resolve({ code: child.exitCode, said: `${stdout}\n${stderr}` }),
          )
        }),
      )
    },
    wait: (name, work) =>
      waiterOf(
        name,
        work.then((said) => ({ code: 0, said })),
      ),
    async letTimePass(waiters) {
      const ended = () => waiters.filter((one) => one.isOver()).map(({ name }) => name)
      await until(async () => ended().length > 0 || (await lied()) >= waiters.length, 120_000)
      if (ended().length > 0) throw new Error(`ended with the wallet's word: ${await saidBy(waiters)}`)
      ledger.passTo(BigInt(Math.floor(Date.now() / 1000)) + WINDOW_S)
    },
    async stop() {
      await stage.stop()
      await ledger.stop()
    },
  }
}

const saidBy = async (waiters: readonly Waiter[]): Promise<string> => {
  const over = waiters.filter((one) => one.isOver())
  return (await Promise.all(over.map(async ({ name, ended }) => `${name}: ${(await ended).said}`))).join('\n')
}

/** What speaks of paying without saying that it was done; the wallet's claim is called its own. */
const DENIALS = [
  /(not|nothing is) paid( yet)?/gi,
  /wallet report(s|ed) [^.]*? as paid/gi,
  /turns? into Paid/g,
  /n't call it paid/gi,
  /(may still|can no longer) be paid/gi,
  /as if it were paid/gi,
]

/** The lines that say of anything that it is paid. */
export const paidIn = (said: string): string[] =>
  DENIALS.reduce((text, one) => text.replace(one, ''), said)
    .split('\n')
    .filter((line) => /\bpaid\b/i.test(line))
