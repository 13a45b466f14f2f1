/** Which domains of all merchants are due for another look. */
export { selectDueDomains as dueDomains } from './domains.store.ts'
