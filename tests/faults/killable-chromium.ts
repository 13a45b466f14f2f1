/** A Chromium with a profile on disk that can be killed as the system kills it, and started again on the same profile. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { WHOLE_BROWSER } from '../e2e/browser.ts'

export interface KillableChromium {
  /** Starts it where it does not run. */
  context(): Promise<BrowserContext>
  /** SIGKILL to the processes that run its pages; the browser lives on. */
  killPages(): Promise<void>
  /** SIGKILL to the browser and everything that it started. */
  kill(): Promise<void>
  stop(): Promise<void>
}

interface Running {
  readonly child: ChildProcess
  readonly browser: Browser
  readonly context: BrowserContext
}

export const killableChromium = (): KillableChromium => {
  const profile = mkdtempSync(join(tmpdir(), 'pursestrings-profile-'))
  let running: Running | undefined
  const kill = async (): Promise<void> => {
    const { child } = running ?? {}
    running = undefined
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    process.kill(-child.pid, 'SIGKILL')
    await gone
  }
  return {
    async context() {
      running ??= await start(profile)
      return running.context
    },
    async killPages() {
      if (running === undefined) return
      const tools = await running.browser.newBrowserCDPSession()
      const { processInfo } = await tools.send('SystemInfo.getProcessInfo')
      for (const { type, id } of processInfo) if (type === 'renderer') process.kill(id, 'SIGKILL')
      const { targetInfos } = await tools.send('Target.getTargets')
      // Without any page the browser would end.
      await tools.send('Target.createTarget', { url: 'about:blank' })
      for (const { type, targetId } of targetInfos)
        if (type === 'page') await tools.send('Target.closeTarget', { targetId })
      await tools.detach()
    },
    kill,
    async stop() {
      await kill()
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

const start = async (profile: string): Promise<Running> => {
  const flags = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank']
  // A group of its own, so that one signal reaches all of its processes.
  const child = spawn(WHOLE_BROWSER.executablePath, [...WHOLE_BROWSER.args, ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [, found] = /DevTools listening on (ws:\S+)/.exec(said) ?? []
      if (found !== undefined) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}: ${said.slice(-2000)}`)))
  })
  const browser = await chromium.connectOverCDP(address, { timeout: 120_000 })
  const [context] = browser.contexts()
  if (context === undefined) throw new Error('Chromium has no context')
  context.setDefaultTimeout(120_000)
  return { child, browser, context }
}
