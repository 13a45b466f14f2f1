/** Domains of the tenant, for those who build on their proof. */
export { selectDomain as readDomain, selectVerifiedNames as verifiedDomains } from './domains.store.ts'
