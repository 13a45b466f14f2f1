/** `sessions`: where you are signed in, how to end it, and how to confirm that it is you. */
import { INPUTS } from '@countersign/sdk/inputs'
import { type Command, Option } from 'commander'
import { ask } from '../ask.ts'
import { merchantOf } from '../clients.ts'
import { takes } from '../field-option.ts'
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

const close = async ({ profiles, output }: Run, id: string): Promise<void> => {
  await merchantOf(profiles.read()).merchantSessions.close(id)
  output.answer({ session_id: id, closed: true }, 'Ended.')
}

const closeAll = async ({ profiles, output }: Run): Promise<void> => {
  const { closed } = await merchantOf(profiles.read()).merchantSessions.closeAll()
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
