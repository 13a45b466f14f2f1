/** Times as people say them. */

/** Such as "3 November", with the year where it is another one. */
export const dayOf = (time: string): string => {
  const at = new Date(time)
  const other = at.getFullYear() !== new Date().getFullYear()
  return at.toLocaleDateString(undefined, { day: 'numeric', month: 'long', ...(other && { year: 'numeric' }) })
}

/** With the time of day. */
export const momentOf = (time: string): string =>
  `${dayOf(time)}, ${new Date(time).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })}`
