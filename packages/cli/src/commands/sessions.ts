/** `sessions`: where you are signed in, how to end it, and how to confirm that it is you. */
import { INPUTS } from '@pursestrings/sdk/inputs'
import { type Command, Option } from 'commander'
import { ask } from '../ask.ts'
import { merchantOf } from '../clients.ts'
import { takes } from '../field-option.ts'
import type { Profile } from '../profile.ts'
import { addCommand, addGroup, type Run, runs } from '../run.ts'

const list = async ({ profiles, output }: Run): Promise<void> => {
  const merchant_sessions = await merchantOf(profiles.read()).merchantSessions.list().toArray()
  output.table(
    { merchant_sessions },
    ['SESSION ID', 'BY', 'AS', 'LAST ACTIVE', ''],
    merchant_sessions.map((one) => [
      one.session_id,
      one.signed_in_by,
      one.transport,
      one.last_active_at,
      one.current ? 'this one' : '',
    ]),
  )
}

const organizations = async ({ profiles, output }: Run): Promise<void> => {
  const merchant = merchantOf(profiles.read())
  const { merchant: open } = await merchant.merchantSessions.readCurrent()
  const merchants = await merchant.merchants.list().toArray()
  output.table(
    { merchants },
    ['ORGANIZATION ID', 'NAME', 'STATUS', ''],
    merchants.map((one) => [
      one.merchant_id,
      one.name,
      one.status,
      one.merchant_id === open.merchant_id ? 'this one' : '',
    ]),
  )
}

const switchTo = async ({ profiles, output }: Run, merchant_id: string): Promise<void> => {
  const client = merchantOf(profiles.read())
  const { account } = await client.merchantSessions.readCurrent()
  const { merchant, session_token, expires_at } = await client.merchantSessions.switch(merchant_id)
  const session = { email: account.email, merchant_id: merchant.merchant_id, ...(session_token && { session_token }) }
  await profiles.change((now): Profile => ({ ...now, session }))
  output.fields({ profile: profiles.name, merchant, expires_at }, [
    ['organization', `${merchant.name} (${merchant.status})`],
    ['until', `${expires_at}, or 30 minutes without a call`],
  ])
}

const close = async ({ profiles, output }: Run, id: string): Promise<void> => {
  await merchantOf(profiles.read()).merchantSessions.close(id)
  output.answer({ session_id: id, closed: true }, 'Ended.')
}

const closeAll = async ({ profiles, output }: Run): Promise<void> => {
  const { closed } = await merchantOf(profiles.read()).merchantSessions.close('all')
  output.answer({ closed }, `Closed ${closed} sessions, including this one.`)
}

const stepUp = async ({ profiles, output }: Run, options: { code?: string }): Promise<void> => {
  const { merchantSessions } = merchantOf(profiles.read())
  const { session } = await merchantSessions.readCurrent()
  const sent = async (): Promise<string> => {
    await merchantSessions.sendStepUpCode(session.session_id)
    output.note('We sent a code to your email address. If you have a passkey, confirm in a browser instead:')
    output.note(`POST /v1/merchant-sessions/${session.session_id}/step-up`)
    return ask(output, { message: 'Code from the email', option: '--code' })
  }
  const code = options.code ?? (await sent())
  const { session: confirmed } = await merchantSessions.stepUp(session.session_id, { code })
  output.fields({ session: confirmed }, [['confirmed until', confirmed.confirmed_until]])
}

export const addSessions = (program: Command): void => {
  const sessions = addGroup(program, 'sessions', "Where you're signed in", ['sessions list'])
  addCommand(sessions, 'list', 'List your sessions', ['sessions list']).action(runs(list))
  addCommand(sessions, 'organizations', 'List the organizations that you can open', ['sessions organizations']).action(
    runs(organizations),
  )
  addCommand(sessions, 'switch <merchant-id>', 'Switch to another organization', [
    'sessions switch mer_01k0000000e008000000000000',
  ]).action(runs(switchTo))
  addCommand(sessions, 'close <session-id>', 'Close one of your sessions', [
    'sessions close ses_01k0000000e008000000000000',
  ]).action(runs(close))
  addCommand(sessions, 'close-all', 'Sign out everywhere', ['sessions close-all']).action(runs(closeAll))
  addCommand(sessions, 'step-up', "Confirm that it's you, with a code by email", ['sessions step-up'])
    .addOption(
      takes(
        new Option('--code <code>', 'a code you already have (default: send one)'),
        INPUTS['merchant_sessions.step_up'].code,
      ),
    )
    .action(runs(stepUp))
}
