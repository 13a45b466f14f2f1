/** The `typ` of `facts_jws`, so that no other signature of the service can be taken for it. */
export const FACTS_JWS_TYPE = 'svc-payment-facts+jws'
