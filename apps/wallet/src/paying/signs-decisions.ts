/** Whether approvals carry a signature of this device. On, unless the user turned it off: it also proves to others what was approved. */
const KEPT = 'sign-decisions'

export const signsDecisions = (): boolean => localStorage.getItem(KEPT) !== 'off'
export const setSignsDecisions = (on: boolean): void => localStorage.setItem(KEPT, on ? 'on' : 'off')
