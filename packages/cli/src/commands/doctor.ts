/** `doctor`: looks at everything that a command needs, and says what to do about what is wrong. */
import type { Command } from 'commander'
import { type Check, checkCredentials, checkDns, checkFiles, checkKeys, checkService, checkTls } from '../checks.ts'
import { plain, styled } from '../output.ts'
import { addCommand, type Run, runs } from '../run.ts'
import { EXIT } from '../stop.ts'
import { terminal } from '../terminal.ts'

const doctor = async ({ profiles, output }: Run): Promise<void> => {
  const profile = profiles.read()
  const url = new URL(profile.base_url)
  const checks = await output.waiting('Looking', async (): Promise<readonly Check[]> => {
    const [dns, tls, service] = await Promise.all([checkDns(url), checkTls(url), checkService(profile.base_url)])
    const seen = [checkFiles(profiles, profile), dns, tls, ...service]
    const reached = service.length > 1
    return reached ? [...seen, await checkKeys(profile, profiles.name), ...(await checkCredentials(profile))] : seen
  })
  const healthy = checks.every(({ verdict }) => verdict !== 'fail')
  output.answer({ profile: profiles.name, base_url: profile.base_url, healthy, checks }, checks.map(lineOf).join('\n'))
  if (!healthy) terminal().exitCode = EXIT.error
}

const STYLES = { ok: 'green', warn: 'yellow', fail: 'red' } as const

const lineOf = ({ name, verdict, seen, remedy }: Check): string => {
  const line = `${styled(STYLES[verdict], verdict.padEnd(4))}  ${name.padEnd(11)}  ${plain(seen)}`
  return remedy === undefined ? line : `${line}\n      ${''.padEnd(11)}  → ${plain(remedy)}`
}

export const addDoctor = (program: Command): void => {
  addCommand(program, 'doctor', 'Check clock, DNS, TLS, service and credentials', ['doctor', 'doctor --json']).action(
    runs(doctor),
  )
}
