# Made by `npm run generate`; do not edit.
"""The methods of each resource. Fields are spelled as on the wire, with an underscore after a word
that Python keeps for itself (from_); what is left out is not sent."""

from typing import Any, AsyncIterator, Dict, Iterator, List, Literal, Optional, cast

from .._call import CallOptions
from .._drivers import AsyncDriver, Driver
from .records import (
    AgentAuthTokenAnswer,
    ConnectInvitationsClaimAnswer,
    ConnectInvitationsEnrollAnswer,
    ConnectInvitationsExchangeAnswer,
    ConnectInvitationsReadAnswer,
    ConnectionsReadAnswer,
    ConnectionsRevokeAnswer,
    ConnectionsRotateTokenAnswer,
    EventsListAnswer,
    FactsKeysReadAnswer,
    HealthReadAnswer,
    LogProveAnswer,
    Network,
    PairingExchangeAnswer,
    PairingReadAnswer,
    PairingStartAnswer,
    PayableRecipient,
    PayeesLookUpAnswer,
    PayeesReadAnswer,
    PayeesReadRecordAnswer,
    PayeesResolveAnswer,
    PaymentAuthorizationsReadAnswer,
    PaymentRequest,
    PaymentRequestsCancelAnswer,
    PaymentRequestsCreateAnswer,
    PaymentRequestsCreatePayment,
    PaymentRequestsCreatePolicy,
    PaymentRequestsCreateTerms,
    PaymentRequestsReadAnswer,
    PaymentRequestsReadEvidenceAnswer,
    PaymentRequestsReadReceiptAnswer,
    PaymentStatus,
    Scope,
    ServiceReadAnswer,
    TransactionContextsCreateAnswer,
    TransactionContextsCreateLineItems,
    TransactionContextsReadAnswer,
)


class AgentAuth:
    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def token(
        self,
        *,
        assertion: str,
        options: Optional[CallOptions] = None,
    ) -> AgentAuthTokenAnswer:
        """Exchange an assertion for an agent token. The assertion is a JWT in compact form. Its header has exactly `alg`
        (`EdDSA` or `Ed25519`), `kid` (of the credential) and `typ` (`svc-agent-assertion+jwt`). Its claims: `iss` and
        `sub`, both the agent id; `aud`, the base address of this service as one string; `iat`; `exp`, at most 120
        seconds after `iat`; `jti`, 1 to 128 visible ASCII characters, new each time. Our clock decides, with 10 seconds
        of tolerance. An assertion works once. The token expires after ten minutes, or as soon as its credential or
        agent is revoked. Tier: Specification.
        """
        return cast(AgentAuthTokenAnswer, self._driver.call(
            "agent_auth.token",
            [],
            {"assertion": assertion},
            options,
        ))


class ConnectInvitations:
    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def claim(
        self,
        *,
        connect_key: str,
        scopes: List[Scope],
        options: Optional[CallOptions] = None,
    ) -> ConnectInvitationsClaimAnswer:
        """Claim a Connect Key. Uses the key and asks its wallet for `scopes`. The claim token works only for this
        invitation: to read it and to exchange it. Upper and lower case and separators don't matter; a key with a typo
        is refused and doesn't count as a wrong try. Tier: Specification.
        """
        return cast(ConnectInvitationsClaimAnswer, self._driver.call(
            "connect_invitations.claim",
            [],
            {"connect_key": connect_key, "scopes": scopes},
            options,
        ))

    def enroll(
        self,
        *,
        connect_key: str,
        name: str,
        runtime: str,
        kid: str,
        alg: Literal["Ed25519"],
        public_key: str,
        scopes: List[Scope],
        signature: str,
        options: Optional[CallOptions] = None,
    ) -> ConnectInvitationsEnrollAnswer:
        """Enroll your own agent. For an agent without an organization: it uses a Connect Key of its user's wallet, becomes
        an agent of that wallet's personal space, and asks the wallet for `scopes`, all at once. No organization vouches
        for its name. The signature proves the key; once the user approved, continue as after a claim. The key works for
        400 days. The same `kid` and `public_key` again, with a new Connect Key, are the same agent under the name that
        it has. An agent of a personal space connects only to its own wallet. Tier: Agent tools.
        """
        return cast(ConnectInvitationsEnrollAnswer, self._driver.call(
            "connect_invitations.enroll",
            [],
            {"connect_key": connect_key, "name": name, "runtime": runtime, "kid": kid, "alg": alg, "public_key": public_key, "scopes": scopes, "signature": signature},
            options,
        ))

    def read(
        self,
        connect_invitation_id: str,
        *,
        claim_token: str,
        options: Optional[CallOptions] = None,
    ) -> ConnectInvitationsReadAnswer:
        """Read an invitation. For the agent, with this invitation's claim token, and for the wallet. Tier: Specification."""
        return cast(ConnectInvitationsReadAnswer, self._driver.call(
            "connect_invitations.read",
            [connect_invitation_id],
            {"claim_token": claim_token},
            options,
        ))

    def exchange(
        self,
        connect_invitation_id: str,
        *,
        claim_token: str,
        options: Optional[CallOptions] = None,
    ) -> ConnectInvitationsExchangeAnswer:
        """Exchange an approved invitation. Works once, after approval and while the agent is active. Returns the
        connection and its token. Tier: Specification.
        """
        return cast(ConnectInvitationsExchangeAnswer, self._driver.call(
            "connect_invitations.exchange",
            [connect_invitation_id],
            {"claim_token": claim_token},
            options,
        ))


class Pairing:
    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def start(
        self,
        *,
        scopes: List[Scope],
        options: Optional[CallOptions] = None,
    ) -> PairingStartAnswer:
        """Start a pairing. Show the user the code, or the URI as a QR code, and the check phrase next to it. Valid for ten
        minutes or five wrong codes. Tier: Specification.
        """
        return cast(PairingStartAnswer, self._driver.call(
            "pairing.start",
            [],
            {"scopes": scopes},
            options,
        ))

    def read(
        self,
        pairing_session_id: str,
        *,
        code: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> PairingReadAnswer:
        """Read the status of a pairing. For the agent that started it. Poll every five seconds. If you send a `code`, it
        must be the right one. Tier: Specification.
        """
        return cast(PairingReadAnswer, self._driver.call(
            "pairing.read",
            [pairing_session_id],
            {"code": code},
            options,
        ))

    def exchange(
        self,
        pairing_session_id: str,
        *,
        options: Optional[CallOptions] = None,
    ) -> PairingExchangeAnswer:
        """Exchange an approved pairing. Works once, for the agent that started it. Returns the connection with a new
        token; the wallet's copy stops working. Tier: Completes the specification.
        """
        return cast(PairingExchangeAnswer, self._driver.call(
            "pairing.exchange",
            [pairing_session_id],
            {},
            options,
        ))


class Connections:
    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def list_recipients(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> Iterator[PayableRecipient]:
        """List payees you can request payments for. For the connected agent: its merchant's payees that have an active
        version, newest first, with that version. If a version changed, show it to the person who decides before you
        request another payment. Tier: Agent tools.
        """
        return cast("Iterator[PayableRecipient]", self._driver.pages(
            "connections.list_recipients",
            [],
            {"limit": limit, "cursor": cursor},
            options,
        ))

    def read(
        self,
        connection_id: str,
        *,
        options: Optional[CallOptions] = None,
    ) -> ConnectionsReadAnswer:
        """Read a connection. The wallet reads one of its connections, with how its payment requests turned out. The
        connected agent reads its own, as `current`: what its token can do now, and whether the user paused it. Tier:
        Completes the specification.
        """
        return cast(ConnectionsReadAnswer, self._driver.call(
            "connections.read",
            [connection_id],
            {},
            options,
        ))

    def revoke(
        self,
        connection_id: str,
        *,
        options: Optional[CallOptions] = None,
    ) -> ConnectionsRevokeAnswer:
        """Revoke a connection. By the wallet, by the merchant whose agent it is, or by the connected agent, which names it
        `current` and can end it even while paused. Takes effect at once and can't be undone: the next call with its
        token is refused with `connection_revoked`, and the wallet and the merchant get an event. Pending requests stay
        with the user until answered or expired. Revoking again changes nothing. Tier: Specification.
        """
        return cast(ConnectionsRevokeAnswer, self._driver.call(
            "connections.revoke",
            [connection_id],
            {},
            options,
        ))

    def rotate_token(
        self,
        connection_id: str,
        *,
        options: Optional[CallOptions] = None,
    ) -> ConnectionsRotateTokenAnswer:
        """Replace a connection token. When the wallet asks, the old token stops working at once. An agent renews its
        connection's token with its agent token: a connection token lasts 90 days, so renew it before or after it
        expires, or after the wallet rotated it. The old one then works until the new one is first used, for ten minutes
        at most; renewing again replaces a token you haven't used yet. Status and scopes don't change. Tier:
        Specification.
        """
        return cast(ConnectionsRotateTokenAnswer, self._driver.call(
            "connections.rotate_token",
            [connection_id],
            {},
            options,
        ))


class TransactionContexts:
    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def create(
        self,
        *,
        title: str,
        transaction_id: Optional[str] = None,
        summary: Optional[str] = None,
        line_items: Optional[List[TransactionContextsCreateLineItems]] = None,
        references: Optional[Dict[str, str]] = None,
        locale: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> TransactionContextsCreateAnswer:
        """Describe a purchase. Put the `transaction_id` you get into the payment request. Sending the same
        `transaction_id` again adds a revision; earlier ones don't change. Keys can't be payment facts, not even inside
        a JSON string; `override_forbidden` lists those that are. Tier: Specification.
        """
        return cast(TransactionContextsCreateAnswer, self._driver.call(
            "transaction_contexts.create",
            [],
            {"transaction_id": transaction_id, "title": title, "summary": summary, "line_items": line_items, "references": references, "locale": locale},
            options,
        ))

    def read(
        self,
        transaction_id: str,
        *,
        connection_id: Optional[str] = None,
        revision: Optional[int] = None,
        options: Optional[CallOptions] = None,
    ) -> TransactionContextsReadAnswer:
        """Read the context of a transaction. For the connected agent, and for the wallet, which shows it to the user.
        Returns the latest revision, or `revision`: for a payment request, its `transaction_revision`. Tier:
        Specification.
        """
        return cast(TransactionContextsReadAnswer, self._driver.call(
            "transaction_contexts.read",
            [transaction_id],
            {"connection_id": connection_id, "revision": revision},
            options,
        ))


class PaymentRequests:
    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def create(
        self,
        *,
        recipient_id: str,
        recipient_version_id: str,
        payment: PaymentRequestsCreatePayment,
        policy: PaymentRequestsCreatePolicy,
        request_id: Optional[str] = None,
        expires_at: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        transaction_id: Optional[str] = None,
        display: Optional[Dict[str, Any]] = None,
        metadata: Optional[Dict[str, Any]] = None,
        terms: Optional[PaymentRequestsCreateTerms] = None,
        options: Optional[CallOptions] = None,
    ) -> PaymentRequestsCreateAnswer:
        """Request a payment. Creates a request for the wallet to approve; nothing is paid yet. Needs an idempotency key,
        in `X-Idempotency-Key`, `Idempotency-Key` or the body. The key is unique per connection and never expires. The
        same key with the same body returns the existing request as it is now, with `Idempotency-Replayed: true`. Other
        fields, such as `protocol`, `source` or `payee`, are ignored and do not count as part of the body, but a payment
        fact in them is refused. Tier: Specification.
        """
        return cast(PaymentRequestsCreateAnswer, self._driver.call(
            "payment_requests.create",
            [],
            {"request_id": request_id, "recipient_id": recipient_id, "recipient_version_id": recipient_version_id, "payment": payment, "policy": policy, "expires_at": expires_at, "idempotency_key": idempotency_key, "transaction_id": transaction_id, "display": display, "metadata": metadata, "terms": terms},
            options,
        ))

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[PaymentStatus | List[PaymentStatus]] = None,
        connection_id: Optional[str] = None,
        recipient_id: Optional[str] = None,
        q: Optional[str] = None,
        standing: Optional[Literal["pending", "under_way", "confirmed", "chain_observed", "merchant_accepted", "disputed", "unpaid", "rejected", "expired", "failed"] | List[Literal["pending", "under_way", "confirmed", "chain_observed", "merchant_accepted", "disputed", "unpaid", "rejected", "expired", "failed"]]] = None,
        assurance: Optional[Literal["none", "wallet_reported", "chain_observed", "merchant_accepted", "disputed", "proven_unpaid"]] = None,
        request_id: Optional[str] = None,
        task_ref: Optional[str] = None,
        asked_by: Optional[str] = None,
        transaction_hash: Optional[str] = None,
        amount_min: Optional[str] = None,
        amount_max: Optional[str] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> Iterator[PaymentRequest]:
        """List payment requests. Newest first. An agent sees its connection's requests, a wallet those of all its
        connections, a merchant those of all its agents. Filters can be combined. A merchant's filtered list can be a
        few seconds behind; the unfiltered list and a single request are always exact. A filtered page may have fewer
        requests than `limit`: continue while `next_cursor` isn't null. Tier: Completes the specification.
        """
        return cast("Iterator[PaymentRequest]", self._driver.pages(
            "payment_requests.list",
            [],
            {"limit": limit, "cursor": cursor, "status": status, "connection_id": connection_id, "recipient_id": recipient_id, "q": q, "standing": standing, "assurance": assurance, "request_id": request_id, "task_ref": task_ref, "asked_by": asked_by, "transaction_hash": transaction_hash, "amount_min": amount_min, "amount_max": amount_max, "created_from": created_from, "created_to": created_to},
            options,
        ))

    def read(
        self,
        request_id: str,
        *,
        connection_id: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> PaymentRequestsReadAnswer:
        """Read a payment request. As it is now; trust this, not a webhook. The agent gets the request of its connection.
        The wallet and the merchant also get its history and what we know about the payee, and the merchant how often it
        was sent again. Tier: Specification.
        """
        return cast(PaymentRequestsReadAnswer, self._driver.call(
            "payment_requests.read",
            [request_id],
            {"connection_id": connection_id},
            options,
        ))

    def cancel(
        self,
        request_id: str,
        *,
        options: Optional[CallOptions] = None,
    ) -> PaymentRequestsCancelAnswer:
        """Cancel a payment request. For the agent, until the user decides, even on a paused connection. The request
        becomes `failed` with the reason `canceled_by_agent` and no longer counts as pending. Canceling again changes
        nothing. If the wallet already paid, it can still report its transaction, which we keep as evidence. Tier: Agent
        tools.
        """
        return cast(PaymentRequestsCancelAnswer, self._driver.call(
            "payment_requests.cancel",
            [request_id],
            {},
            options,
        ))

    def read_evidence(
        self,
        request_id: str,
        *,
        connection_id: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> PaymentRequestsReadEvidenceAnswer:
        """Read what the ledger says about a request, and why. The transaction's bytes and result, which sources we asked,
        a validator's signature if there is one, the signed statement if nothing was paid, and every contradiction.
        Empty if this deployment doesn't watch the ledger. Tier: Log, evidence and receipts.
        """
        return cast(PaymentRequestsReadEvidenceAnswer, self._driver.call(
            "payment_requests.read_evidence",
            [request_id],
            {"connection_id": connection_id},
            options,
        ))

    def read_receipt(
        self,
        request_id: str,
        *,
        connection_id: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> PaymentRequestsReadReceiptAnswer:
        """Get the receipt of a payment request. Everything that was signed about the payment in one text: the facts, the
        wallet's decision, the payee's public record and what the ledger says, as far as there is any of it. Check it
        offline with `verifyReceipt` of the SDK or `pursestrings receipt verify`. Needs a service with a payee log and
        receipt keys; others answer `resource_not_found`. Tier: Log, evidence and receipts.
        """
        return cast(PaymentRequestsReadReceiptAnswer, self._driver.call(
            "payment_requests.read_receipt",
            [request_id],
            {"connection_id": connection_id},
            options,
        ))


class Events:
    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def list(
        self,
        *,
        since: Optional[int | Literal["latest"]] = None,
        limit: Optional[int] = None,
        wait: Optional[int] = None,
        changes: Optional[Literal["status", "all"]] = None,
        options: Optional[CallOptions] = None,
    ) -> EventsListAnswer:
        """Poll or follow status events. Changes of status after `since`, in order; with `changes=all` also what changes
        none. With `wait`, we answer when an event arrives or the seconds are over. An empty answer may come earlier, so
        poll again. With `Accept: text/event-stream` the same feed is a stream of server-sent events: `id` is the
        cursor, `data` the event. Reconnect with `Last-Event-ID`, as browsers do, and you miss and repeat nothing. The
        stream closes when the connection is revoked or its token rotated. Tier: Specification.
        """
        return cast(EventsListAnswer, self._driver.call(
            "events.list",
            [],
            {"since": since, "limit": limit, "wait": wait, "changes": changes},
            options,
        ))


class PaymentAuthorizations:
    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def read(
        self,
        request_id: str,
        *,
        options: Optional[CallOptions] = None,
    ) -> PaymentAuthorizationsReadAnswer:
        """Fetch what the wallet signed. For the agent: the authorization of a payment request of its connection, or with
        the project's API key that of an agent payment of the project. It is there until a day after the payment
        expires. Whoever holds it opened can have the payment made that the user approved, and no other. Tier: Agent
        tools.
        """
        return cast(PaymentAuthorizationsReadAnswer, self._driver.call(
            "payment_authorizations.read",
            [request_id],
            {},
            options,
        ))


class FactsKeys:
    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def read(
        self,
        *,
        options: Optional[CallOptions] = None,
    ) -> FactsKeysReadAnswer:
        """Keys that payment facts are signed with. A JWK set (RFC 7517) of Ed25519 public keys. `facts_jws` names its key
        by `kid`; keys stay listed for as long as anyone may need to check what they signed. Cache it for five minutes,
        and read it again when a `kid` is missing. Don't trust a key just because it's listed here: somebody between you
        and the service could have added it. Pin the thumbprint (RFC 7638) of a key that you got in another way, and
        accept another key only with its `endorsement_jws`: a JWS (`typ` `svc-key-endorsement+jws`) by a key that you
        trust already, over the canonical JSON (RFC 8785) of `{type: "svc.key_endorsement.v1", issuer, jwk,
        not_before}`, where `issuer` is the address of the service and `jwk` every other member of the new key. Each key
        has a `purpose`: `facts` signs payment facts, `receipt` signs what the service says about the ledger, and
        neither counts for the other. `valid_from` is there where the service was told it. Tier: Completes the
        specification.
        """
        return cast(FactsKeysReadAnswer, self._driver.call(
            "facts_keys.read",
            [],
            {},
            options,
        ))


class Payees:
    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def look_up(
        self,
        *,
        domain: Optional[str] = None,
        network: Optional[Network] = None,
        address: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> PayeesLookUpAnswer:
        """Look up a payee. Active payees, by the exact domain that lists them or by the exact network and address. Without
        either you get an empty list: you can't list all payees. Tier: Payee safety.
        """
        return cast(PayeesLookUpAnswer, self._driver.call(
            "payees.look_up",
            [],
            {"domain": domain, "network": network, "address": address},
            options,
        ))

    def read(
        self,
        recipient_id: str,
        *,
        options: Optional[CallOptions] = None,
    ) -> PayeesReadAnswer:
        """Read a payee and its history. Everything the payee log has about one payee, with what you need to check each
        entry. Check it with the SDK's `verifyPayee`, or with the proofs from `log.prove`. Tier: Payee safety.
        """
        return cast(PayeesReadAnswer, self._driver.call(
            "payees.read",
            [recipient_id],
            {},
            options,
        ))

    def read_record(
        self,
        recipient_id: str,
        recipient_version_id: str,
        *,
        name: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> PayeesReadRecordAnswer:
        """Read the proof that a payee is on public record. What a wallet checks before it signs: the log entry that
        activated this version, what opens its commitment, the evidence, and the proof that the entry is in the log.
        `proof` is null for about a second after an activation. Tier: Payee safety.
        """
        return cast(PayeesReadRecordAnswer, self._driver.call(
            "payees.read_record",
            [recipient_id, recipient_version_id],
            {"name": name},
            options,
        ))

    def resolve(
        self,
        *,
        domain: str,
        network: Network,
        asset: str,
        address: str,
        memo: Optional[str] = None,
        contract: Optional[str] = None,
        issuer: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> PayeesResolveAnswer:
        """Find a payee on its domain. For an agent that wants to pay somebody who isn't its merchant's payee. We look
        whether `domain` lists exactly these facts, in the places where a merchant's own domain would
        (`recipients.verify`), and answer with a payee that you can request payments for. Its name is the domain. A
        listing counts for 24 hours after it was seen; calling again looks again after 12. A connection can find 20 new
        payees a day; those it found before don't count. Tier: Agent tools.
        """
        return cast(PayeesResolveAnswer, self._driver.call(
            "payees.resolve",
            [],
            {"domain": domain, "network": network, "asset": asset, "address": address, "memo": memo, "contract": contract, "issuer": issuer},
            options,
        ))


class Log:
    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def prove(
        self,
        *,
        index: Optional[int] = None,
        from_: Optional[int] = None,
        size: Optional[int] = None,
        options: Optional[CallOptions] = None,
    ) -> LogProveAnswer:
        """Prove that an entry is in the payee log, or that the log only grew. For any tree that was published, name an
        entry (`index`), an older tree (`from`), or both. `entry` has the hashes that lead from the leaf to the root
        (RFC 6962), and all of it as one text (C2SP tlog-proof) with the signed checkpoint, which the SDK's
        `verifyPayee` and the tools of other logs can check without asking us. `consistency` has the hashes that show
        that the tree begins with all of the older one: compare them with the roots of two checkpoints you kept. Tier:
        Log, evidence and receipts.
        """
        return cast(LogProveAnswer, self._driver.call(
            "log.prove",
            [],
            {"index": index, "from": from_, "size": size},
            options,
        ))


class Service:
    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def read(
        self,
        *,
        options: Optional[CallOptions] = None,
    ) -> ServiceReadAnswer:
        """Read about the service. Its name, its networks, where it reads each ledger, whether it serves the modules beyond
        the specification, and the thumbprints of its keys. Before you pin a thumbprint, compare it with one you got in
        another way: somebody between you and the service could have changed this answer. Tier: Completes the
        specification.
        """
        return cast(ServiceReadAnswer, self._driver.call(
            "service.read",
            [],
            {},
            options,
        ))


class Health:
    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def read(
        self,
        *,
        options: Optional[CallOptions] = None,
    ) -> HealthReadAnswer:
        """Is the process alive. Checks only the process itself. Tier: Specification."""
        return cast(HealthReadAnswer, self._driver.call(
            "health.read",
            [],
            {},
            options,
        ))


class AgentOperations:
    def __init__(self, driver: Driver) -> None:
        self.agent_auth = AgentAuth(driver)
        self.connect_invitations = ConnectInvitations(driver)
        self.pairing = Pairing(driver)
        self.connections = Connections(driver)
        self.transaction_contexts = TransactionContexts(driver)
        self.payment_requests = PaymentRequests(driver)
        self.events = Events(driver)
        self.payment_authorizations = PaymentAuthorizations(driver)
        self.facts_keys = FactsKeys(driver)
        self.payees = Payees(driver)
        self.log = Log(driver)
        self.service = Service(driver)
        self.health = Health(driver)


class AsyncAgentAuth:
    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def token(
        self,
        *,
        assertion: str,
        options: Optional[CallOptions] = None,
    ) -> AgentAuthTokenAnswer:
        """Exchange an assertion for an agent token. The assertion is a JWT in compact form. Its header has exactly `alg`
        (`EdDSA` or `Ed25519`), `kid` (of the credential) and `typ` (`svc-agent-assertion+jwt`). Its claims: `iss` and
        `sub`, both the agent id; `aud`, the base address of this service as one string; `iat`; `exp`, at most 120
        seconds after `iat`; `jti`, 1 to 128 visible ASCII characters, new each time. Our clock decides, with 10 seconds
        of tolerance. An assertion works once. The token expires after ten minutes, or as soon as its credential or
        agent is revoked. Tier: Specification.
        """
        return cast(AgentAuthTokenAnswer, await self._driver.call(
            "agent_auth.token",
            [],
            {"assertion": assertion},
            options,
        ))


class AsyncConnectInvitations:
    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def claim(
        self,
        *,
        connect_key: str,
        scopes: List[Scope],
        options: Optional[CallOptions] = None,
    ) -> ConnectInvitationsClaimAnswer:
        """Claim a Connect Key. Uses the key and asks its wallet for `scopes`. The claim token works only for this
        invitation: to read it and to exchange it. Upper and lower case and separators don't matter; a key with a typo
        is refused and doesn't count as a wrong try. Tier: Specification.
        """
        return cast(ConnectInvitationsClaimAnswer, await self._driver.call(
            "connect_invitations.claim",
            [],
            {"connect_key": connect_key, "scopes": scopes},
            options,
        ))

    async def enroll(
        self,
        *,
        connect_key: str,
        name: str,
        runtime: str,
        kid: str,
        alg: Literal["Ed25519"],
        public_key: str,
        scopes: List[Scope],
        signature: str,
        options: Optional[CallOptions] = None,
    ) -> ConnectInvitationsEnrollAnswer:
        """Enroll your own agent. For an agent without an organization: it uses a Connect Key of its user's wallet, becomes
        an agent of that wallet's personal space, and asks the wallet for `scopes`, all at once. No organization vouches
        for its name. The signature proves the key; once the user approved, continue as after a claim. The key works for
        400 days. The same `kid` and `public_key` again, with a new Connect Key, are the same agent under the name that
        it has. An agent of a personal space connects only to its own wallet. Tier: Agent tools.
        """
        return cast(ConnectInvitationsEnrollAnswer, await self._driver.call(
            "connect_invitations.enroll",
            [],
            {"connect_key": connect_key, "name": name, "runtime": runtime, "kid": kid, "alg": alg, "public_key": public_key, "scopes": scopes, "signature": signature},
            options,
        ))

    async def read(
        self,
        connect_invitation_id: str,
        *,
        claim_token: str,
        options: Optional[CallOptions] = None,
    ) -> ConnectInvitationsReadAnswer:
        """Read an invitation. For the agent, with this invitation's claim token, and for the wallet. Tier: Specification."""
        return cast(ConnectInvitationsReadAnswer, await self._driver.call(
            "connect_invitations.read",
            [connect_invitation_id],
            {"claim_token": claim_token},
            options,
        ))

    async def exchange(
        self,
        connect_invitation_id: str,
        *,
        claim_token: str,
        options: Optional[CallOptions] = None,
    ) -> ConnectInvitationsExchangeAnswer:
        """Exchange an approved invitation. Works once, after approval and while the agent is active. Returns the
        connection and its token. Tier: Specification.
        """
        return cast(ConnectInvitationsExchangeAnswer, await self._driver.call(
            "connect_invitations.exchange",
            [connect_invitation_id],
            {"claim_token": claim_token},
            options,
        ))


class AsyncPairing:
    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def start(
        self,
        *,
        scopes: List[Scope],
        options: Optional[CallOptions] = None,
    ) -> PairingStartAnswer:
        """Start a pairing. Show the user the code, or the URI as a QR code, and the check phrase next to it. Valid for ten
        minutes or five wrong codes. Tier: Specification.
        """
        return cast(PairingStartAnswer, await self._driver.call(
            "pairing.start",
            [],
            {"scopes": scopes},
            options,
        ))

    async def read(
        self,
        pairing_session_id: str,
        *,
        code: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> PairingReadAnswer:
        """Read the status of a pairing. For the agent that started it. Poll every five seconds. If you send a `code`, it
        must be the right one. Tier: Specification.
        """
        return cast(PairingReadAnswer, await self._driver.call(
            "pairing.read",
            [pairing_session_id],
            {"code": code},
            options,
        ))

    async def exchange(
        self,
        pairing_session_id: str,
        *,
        options: Optional[CallOptions] = None,
    ) -> PairingExchangeAnswer:
        """Exchange an approved pairing. Works once, for the agent that started it. Returns the connection with a new
        token; the wallet's copy stops working. Tier: Completes the specification.
        """
        return cast(PairingExchangeAnswer, await self._driver.call(
            "pairing.exchange",
            [pairing_session_id],
            {},
            options,
        ))


class AsyncConnections:
    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    def list_recipients(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> AsyncIterator[PayableRecipient]:
        """List payees you can request payments for. For the connected agent: its merchant's payees that have an active
        version, newest first, with that version. If a version changed, show it to the person who decides before you
        request another payment. Tier: Agent tools.
        """
        return cast("AsyncIterator[PayableRecipient]", self._driver.pages(
            "connections.list_recipients",
            [],
            {"limit": limit, "cursor": cursor},
            options,
        ))

    async def read(
        self,
        connection_id: str,
        *,
        options: Optional[CallOptions] = None,
    ) -> ConnectionsReadAnswer:
        """Read a connection. The wallet reads one of its connections, with how its payment requests turned out. The
        connected agent reads its own, as `current`: what its token can do now, and whether the user paused it. Tier:
        Completes the specification.
        """
        return cast(ConnectionsReadAnswer, await self._driver.call(
            "connections.read",
            [connection_id],
            {},
            options,
        ))

    async def revoke(
        self,
        connection_id: str,
        *,
        options: Optional[CallOptions] = None,
    ) -> ConnectionsRevokeAnswer:
        """Revoke a connection. By the wallet, by the merchant whose agent it is, or by the connected agent, which names it
        `current` and can end it even while paused. Takes effect at once and can't be undone: the next call with its
        token is refused with `connection_revoked`, and the wallet and the merchant get an event. Pending requests stay
        with the user until answered or expired. Revoking again changes nothing. Tier: Specification.
        """
        return cast(ConnectionsRevokeAnswer, await self._driver.call(
            "connections.revoke",
            [connection_id],
            {},
            options,
        ))

    async def rotate_token(
        self,
        connection_id: str,
        *,
        options: Optional[CallOptions] = None,
    ) -> ConnectionsRotateTokenAnswer:
        """Replace a connection token. When the wallet asks, the old token stops working at once. An agent renews its
        connection's token with its agent token: a connection token lasts 90 days, so renew it before or after it
        expires, or after the wallet rotated it. The old one then works until the new one is first used, for ten minutes
        at most; renewing again replaces a token you haven't used yet. Status and scopes don't change. Tier:
        Specification.
        """
        return cast(ConnectionsRotateTokenAnswer, await self._driver.call(
            "connections.rotate_token",
            [connection_id],
            {},
            options,
        ))


class AsyncTransactionContexts:
    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def create(
        self,
        *,
        title: str,
        transaction_id: Optional[str] = None,
        summary: Optional[str] = None,
        line_items: Optional[List[TransactionContextsCreateLineItems]] = None,
        references: Optional[Dict[str, str]] = None,
        locale: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> TransactionContextsCreateAnswer:
        """Describe a purchase. Put the `transaction_id` you get into the payment request. Sending the same
        `transaction_id` again adds a revision; earlier ones don't change. Keys can't be payment facts, not even inside
        a JSON string; `override_forbidden` lists those that are. Tier: Specification.
        """
        return cast(TransactionContextsCreateAnswer, await self._driver.call(
            "transaction_contexts.create",
            [],
            {"transaction_id": transaction_id, "title": title, "summary": summary, "line_items": line_items, "references": references, "locale": locale},
            options,
        ))

    async def read(
        self,
        transaction_id: str,
        *,
        connection_id: Optional[str] = None,
        revision: Optional[int] = None,
        options: Optional[CallOptions] = None,
    ) -> TransactionContextsReadAnswer:
        """Read the context of a transaction. For the connected agent, and for the wallet, which shows it to the user.
        Returns the latest revision, or `revision`: for a payment request, its `transaction_revision`. Tier:
        Specification.
        """
        return cast(TransactionContextsReadAnswer, await self._driver.call(
            "transaction_contexts.read",
            [transaction_id],
            {"connection_id": connection_id, "revision": revision},
            options,
        ))


class AsyncPaymentRequests:
    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def create(
        self,
        *,
        recipient_id: str,
        recipient_version_id: str,
        payment: PaymentRequestsCreatePayment,
        policy: PaymentRequestsCreatePolicy,
        request_id: Optional[str] = None,
        expires_at: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        transaction_id: Optional[str] = None,
        display: Optional[Dict[str, Any]] = None,
        metadata: Optional[Dict[str, Any]] = None,
        terms: Optional[PaymentRequestsCreateTerms] = None,
        options: Optional[CallOptions] = None,
    ) -> PaymentRequestsCreateAnswer:
        """Request a payment. Creates a request for the wallet to approve; nothing is paid yet. Needs an idempotency key,
        in `X-Idempotency-Key`, `Idempotency-Key` or the body. The key is unique per connection and never expires. The
        same key with the same body returns the existing request as it is now, with `Idempotency-Replayed: true`. Other
        fields, such as `protocol`, `source` or `payee`, are ignored and do not count as part of the body, but a payment
        fact in them is refused. Tier: Specification.
        """
        return cast(PaymentRequestsCreateAnswer, await self._driver.call(
            "payment_requests.create",
            [],
            {"request_id": request_id, "recipient_id": recipient_id, "recipient_version_id": recipient_version_id, "payment": payment, "policy": policy, "expires_at": expires_at, "idempotency_key": idempotency_key, "transaction_id": transaction_id, "display": display, "metadata": metadata, "terms": terms},
            options,
        ))

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[PaymentStatus | List[PaymentStatus]] = None,
        connection_id: Optional[str] = None,
        recipient_id: Optional[str] = None,
        q: Optional[str] = None,
        standing: Optional[Literal["pending", "under_way", "confirmed", "chain_observed", "merchant_accepted", "disputed", "unpaid", "rejected", "expired", "failed"] | List[Literal["pending", "under_way", "confirmed", "chain_observed", "merchant_accepted", "disputed", "unpaid", "rejected", "expired", "failed"]]] = None,
        assurance: Optional[Literal["none", "wallet_reported", "chain_observed", "merchant_accepted", "disputed", "proven_unpaid"]] = None,
        request_id: Optional[str] = None,
        task_ref: Optional[str] = None,
        asked_by: Optional[str] = None,
        transaction_hash: Optional[str] = None,
        amount_min: Optional[str] = None,
        amount_max: Optional[str] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> AsyncIterator[PaymentRequest]:
        """List payment requests. Newest first. An agent sees its connection's requests, a wallet those of all its
        connections, a merchant those of all its agents. Filters can be combined. A merchant's filtered list can be a
        few seconds behind; the unfiltered list and a single request are always exact. A filtered page may have fewer
        requests than `limit`: continue while `next_cursor` isn't null. Tier: Completes the specification.
        """
        return cast("AsyncIterator[PaymentRequest]", self._driver.pages(
            "payment_requests.list",
            [],
            {"limit": limit, "cursor": cursor, "status": status, "connection_id": connection_id, "recipient_id": recipient_id, "q": q, "standing": standing, "assurance": assurance, "request_id": request_id, "task_ref": task_ref, "asked_by": asked_by, "transaction_hash": transaction_hash, "amount_min": amount_min, "amount_max": amount_max, "created_from": created_from, "created_to": created_to},
            options,
        ))

    async def read(
        self,
        request_id: str,
        *,
        connection_id: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> PaymentRequestsReadAnswer:
        """Read a payment request. As it is now; trust this, not a webhook. The agent gets the request of its connection.
        The wallet and the merchant also get its history and what we know about the payee, and the merchant how often it
        was sent again. Tier: Specification.
        """
        return cast(PaymentRequestsReadAnswer, await self._driver.call(
            "payment_requests.read",
            [request_id],
            {"connection_id": connection_id},
            options,
        ))

    async def cancel(
        self,
        request_id: str,
        *,
        options: Optional[CallOptions] = None,
    ) -> PaymentRequestsCancelAnswer:
        """Cancel a payment request. For the agent, until the user decides, even on a paused connection. The request
        becomes `failed` with the reason `canceled_by_agent` and no longer counts as pending. Canceling again changes
        nothing. If the wallet already paid, it can still report its transaction, which we keep as evidence. Tier: Agent
        tools.
        """
        return cast(PaymentRequestsCancelAnswer, await self._driver.call(
            "payment_requests.cancel",
            [request_id],
            {},
            options,
        ))

    async def read_evidence(
        self,
        request_id: str,
        *,
        connection_id: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> PaymentRequestsReadEvidenceAnswer:
        """Read what the ledger says about a request, and why. The transaction's bytes and result, which sources we asked,
        a validator's signature if there is one, the signed statement if nothing was paid, and every contradiction.
        Empty if this deployment doesn't watch the ledger. Tier: Log, evidence and receipts.
        """
        return cast(PaymentRequestsReadEvidenceAnswer, await self._driver.call(
            "payment_requests.read_evidence",
            [request_id],
            {"connection_id": connection_id},
            options,
        ))

    async def read_receipt(
        self,
        request_id: str,
        *,
        connection_id: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> PaymentRequestsReadReceiptAnswer:
        """Get the receipt of a payment request. Everything that was signed about the payment in one text: the facts, the
        wallet's decision, the payee's public record and what the ledger says, as far as there is any of it. Check it
        offline with `verifyReceipt` of the SDK or `pursestrings receipt verify`. Needs a service with a payee log and
        receipt keys; others answer `resource_not_found`. Tier: Log, evidence and receipts.
        """
        return cast(PaymentRequestsReadReceiptAnswer, await self._driver.call(
            "payment_requests.read_receipt",
            [request_id],
            {"connection_id": connection_id},
            options,
        ))


class AsyncEvents:
    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def list(
        self,
        *,
        since: Optional[int | Literal["latest"]] = None,
        limit: Optional[int] = None,
        wait: Optional[int] = None,
        changes: Optional[Literal["status", "all"]] = None,
        options: Optional[CallOptions] = None,
    ) -> EventsListAnswer:
        """Poll or follow status events. Changes of status after `since`, in order; with `changes=all` also what changes
        none. With `wait`, we answer when an event arrives or the seconds are over. An empty answer may come earlier, so
        poll again. With `Accept: text/event-stream` the same feed is a stream of server-sent events: `id` is the
        cursor, `data` the event. Reconnect with `Last-Event-ID`, as browsers do, and you miss and repeat nothing. The
        stream closes when the connection is revoked or its token rotated. Tier: Specification.
        """
        return cast(EventsListAnswer, await self._driver.call(
            "events.list",
            [],
            {"since": since, "limit": limit, "wait": wait, "changes": changes},
            options,
        ))


class AsyncPaymentAuthorizations:
    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def read(
        self,
        request_id: str,
        *,
        options: Optional[CallOptions] = None,
    ) -> PaymentAuthorizationsReadAnswer:
        """Fetch what the wallet signed. For the agent: the authorization of a payment request of its connection, or with
        the project's API key that of an agent payment of the project. It is there until a day after the payment
        expires. Whoever holds it opened can have the payment made that the user approved, and no other. Tier: Agent
        tools.
        """
        return cast(PaymentAuthorizationsReadAnswer, await self._driver.call(
            "payment_authorizations.read",
            [request_id],
            {},
            options,
        ))


class AsyncFactsKeys:
    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def read(
        self,
        *,
        options: Optional[CallOptions] = None,
    ) -> FactsKeysReadAnswer:
        """Keys that payment facts are signed with. A JWK set (RFC 7517) of Ed25519 public keys. `facts_jws` names its key
        by `kid`; keys stay listed for as long as anyone may need to check what they signed. Cache it for five minutes,
        and read it again when a `kid` is missing. Don't trust a key just because it's listed here: somebody between you
        and the service could have added it. Pin the thumbprint (RFC 7638) of a key that you got in another way, and
        accept another key only with its `endorsement_jws`: a JWS (`typ` `svc-key-endorsement+jws`) by a key that you
        trust already, over the canonical JSON (RFC 8785) of `{type: "svc.key_endorsement.v1", issuer, jwk,
        not_before}`, where `issuer` is the address of the service and `jwk` every other member of the new key. Each key
        has a `purpose`: `facts` signs payment facts, `receipt` signs what the service says about the ledger, and
        neither counts for the other. `valid_from` is there where the service was told it. Tier: Completes the
        specification.
        """
        return cast(FactsKeysReadAnswer, await self._driver.call(
            "facts_keys.read",
            [],
            {},
            options,
        ))


class AsyncPayees:
    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def look_up(
        self,
        *,
        domain: Optional[str] = None,
        network: Optional[Network] = None,
        address: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> PayeesLookUpAnswer:
        """Look up a payee. Active payees, by the exact domain that lists them or by the exact network and address. Without
        either you get an empty list: you can't list all payees. Tier: Payee safety.
        """
        return cast(PayeesLookUpAnswer, await self._driver.call(
            "payees.look_up",
            [],
            {"domain": domain, "network": network, "address": address},
            options,
        ))

    async def read(
        self,
        recipient_id: str,
        *,
        options: Optional[CallOptions] = None,
    ) -> PayeesReadAnswer:
        """Read a payee and its history. Everything the payee log has about one payee, with what you need to check each
        entry. Check it with the SDK's `verifyPayee`, or with the proofs from `log.prove`. Tier: Payee safety.
        """
        return cast(PayeesReadAnswer, await self._driver.call(
            "payees.read",
            [recipient_id],
            {},
            options,
        ))

    async def read_record(
        self,
        recipient_id: str,
        recipient_version_id: str,
        *,
        name: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> PayeesReadRecordAnswer:
        """Read the proof that a payee is on public record. What a wallet checks before it signs: the log entry that
        activated this version, what opens its commitment, the evidence, and the proof that the entry is in the log.
        `proof` is null for about a second after an activation. Tier: Payee safety.
        """
        return cast(PayeesReadRecordAnswer, await self._driver.call(
            "payees.read_record",
            [recipient_id, recipient_version_id],
            {"name": name},
            options,
        ))

    async def resolve(
        self,
        *,
        domain: str,
        network: Network,
        asset: str,
        address: str,
        memo: Optional[str] = None,
        contract: Optional[str] = None,
        issuer: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> PayeesResolveAnswer:
        """Find a payee on its domain. For an agent that wants to pay somebody who isn't its merchant's payee. We look
        whether `domain` lists exactly these facts, in the places where a merchant's own domain would
        (`recipients.verify`), and answer with a payee that you can request payments for. Its name is the domain. A
        listing counts for 24 hours after it was seen; calling again looks again after 12. A connection can find 20 new
        payees a day; those it found before don't count. Tier: Agent tools.
        """
        return cast(PayeesResolveAnswer, await self._driver.call(
            "payees.resolve",
            [],
            {"domain": domain, "network": network, "asset": asset, "address": address, "memo": memo, "contract": contract, "issuer": issuer},
            options,
        ))


class AsyncLog:
    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def prove(
        self,
        *,
        index: Optional[int] = None,
        from_: Optional[int] = None,
        size: Optional[int] = None,
        options: Optional[CallOptions] = None,
    ) -> LogProveAnswer:
        """Prove that an entry is in the payee log, or that the log only grew. For any tree that was published, name an
        entry (`index`), an older tree (`from`), or both. `entry` has the hashes that lead from the leaf to the root
        (RFC 6962), and all of it as one text (C2SP tlog-proof) with the signed checkpoint, which the SDK's
        `verifyPayee` and the tools of other logs can check without asking us. `consistency` has the hashes that show
        that the tree begins with all of the older one: compare them with the roots of two checkpoints you kept. Tier:
        Log, evidence and receipts.
        """
        return cast(LogProveAnswer, await self._driver.call(
            "log.prove",
            [],
            {"index": index, "from": from_, "size": size},
            options,
        ))


class AsyncService:
    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def read(
        self,
        *,
        options: Optional[CallOptions] = None,
    ) -> ServiceReadAnswer:
        """Read about the service. Its name, its networks, where it reads each ledger, whether it serves the modules beyond
        the specification, and the thumbprints of its keys. Before you pin a thumbprint, compare it with one you got in
        another way: somebody between you and the service could have changed this answer. Tier: Completes the
        specification.
        """
        return cast(ServiceReadAnswer, await self._driver.call(
            "service.read",
            [],
            {},
            options,
        ))


class AsyncHealth:
    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def read(
        self,
        *,
        options: Optional[CallOptions] = None,
    ) -> HealthReadAnswer:
        """Is the process alive. Checks only the process itself. Tier: Specification."""
        return cast(HealthReadAnswer, await self._driver.call(
            "health.read",
            [],
            {},
            options,
        ))


class AsyncAgentOperations:
    def __init__(self, driver: AsyncDriver) -> None:
        self.agent_auth = AsyncAgentAuth(driver)
        self.connect_invitations = AsyncConnectInvitations(driver)
        self.pairing = AsyncPairing(driver)
        self.connections = AsyncConnections(driver)
        self.transaction_contexts = AsyncTransactionContexts(driver)
        self.payment_requests = AsyncPaymentRequests(driver)
        self.events = AsyncEvents(driver)
        self.payment_authorizations = AsyncPaymentAuthorizations(driver)
        self.facts_keys = AsyncFactsKeys(driver)
        self.payees = AsyncPayees(driver)
        self.log = AsyncLog(driver)
        self.service = AsyncService(driver)
        self.health = AsyncHealth(driver)
