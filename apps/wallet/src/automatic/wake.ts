/** Something may be due: an event came, keys are at hand, or a pause is over. */
let wake = (): void => {}
export const wakeAutomatic = (): void => wake()
export const onWake = (go: () => void): void => {
  wake = go
}
