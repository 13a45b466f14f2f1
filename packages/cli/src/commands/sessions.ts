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
  output.answer({ closed }, `Ended: ${closed}, this one too.`)
}

const stepUp = async ({ profiles, output }: Run, options: { code?: string }): Promise<void> => {
  const { merchantSessions } = merchantOf(profiles.read())
  const { session } = await merchantSessions.readCurrent()
  const sent = async (): Promise<string> => {
    await merchantSessions.sendStepUpCode(session.session_id)
    output.note('A code is on its way to your mailbox. If you have a passkey, confirm in a browser instead:')
    output.note(`POST /v1/merchant-sessions/${session.session_id}/step-up`)
    return ask(output, { message: 'The code from the mail', option: '--code' })
  }
  const code = options.code ?? (await sent())
  const { session: confirmed } = await merchantSessions.stepUp(session.session_id, { code })
  output.fields({ session: confirmed }, [['confirmed until', confirmed.confirmed_until]])
}

export const addSessions = (program: Command): void => {
  const sessions = addGroup(program, 'sessions', 'Where you are signed in', ['sessions list'])
  addCommand(sessions, 'list', 'List your sessions', ['sessions list']).action(runs(list))
  addCommand(sessions, 'close <session-id>', 'End one of your sessions', [
    'sessions close ses_01k0000000e008000000000000',
  ]).action(runs(close))
  addCommand(sessions, 'close-all', 'Sign out everywhere', ['sessions close-all']).action(runs(closeAll))
  addCommand(sessions, 'step-up', 'Confirm that it is you, by a code sent by mail', ['sessions step-up'])
    .addOption(
      takes(
        new Option('--code <code>', 'a code that was sent before; without it one is sent and asked for'),
        INPUTS['merchant_sessions.step_up'].code,
      ),
    )
    .action(runs(stepUp))
}
