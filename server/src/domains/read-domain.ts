/** Domains of the tenant, for those who build on their proof. */
export { selectDomain as readDomain, selectFirstVerifiedName as firstVerifiedDomain } from './domains.store.ts'
