/** How the kit uses a wallet in place of its user: a command, with what is to be done after it. */
import { exec } from 'node:child_process'

export interface Said {
  readonly worked: boolean
  /** All that it showed. */
  readonly text: string
}

/** Words of the kit's own, none of which a shell reads as anything else. */
export type Drive = (...words: readonly string[]) => Promise<Said>

const COMMAND_MS_MAX = 120_000

export const drivenBy =
  (command: string): Drive =>
  (...words) =>
    new Promise((resolve) => {
      exec([command, ...words].join(' '), { timeout: COMMAND_MS_MAX }, (failure, stdout, stderr) =>
        resolve({ worked: failure === null, text: `${stdout}${stderr}` }),
      )
    })
