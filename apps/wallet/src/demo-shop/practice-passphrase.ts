/** Made up for a practice wallet and shown to the person. Kept in the memory of this page alone. */
let kept: string | undefined

export const practicePassphrase = (): string | undefined => kept
export const keepPracticePassphrase = (passphrase: string): void => {
  kept = passphrase
}
