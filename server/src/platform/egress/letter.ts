/** A letter, and who sends it. Apart from the mail client, so that a process that sends none does not load it. */
export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mail {
  send(letter: Letter): Promise<void>
  /** Rejects where the server does not answer, or refuses our login. */
  verify(): Promise<void>
  stop(): void
}

/** The mail server says that there is no such mailbox: trying again is of no use, and nothing is wrong with the server. */
export class NoSuchMailbox extends Error {}

/** Whoever mistypes an address leaves nothing behind for the operator. */
export const sendUnlessGone = async (mail: Mail, letter: Letter): Promise<void> => {
  await mail.send(letter).catch((error: unknown) => {
    if (!(error instanceof NoSuchMailbox)) throw error
  })
}
