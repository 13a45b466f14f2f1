/** How many cases a test draws: more of them with `npm run check -- --full` than in every check. */
export const drawn = ({ check, full }: { readonly check: number; readonly full: number }): number =>
  process.env.CHECK_FULL === '1' ? full : check
