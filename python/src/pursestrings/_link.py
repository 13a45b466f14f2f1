"""The links that a payer is given: to the review in their wallet, and to a Stellar wallet with the payment in it (SEP-7,
operation `pay`). That one is built from facts that `verify_facts` gave, and from nothing else: a link that somebody sent is
nobody's signed word.
"""

import base64
from typing import Dict, List, Optional, Tuple
from urllib.parse import quote

from ._base_url import base_of
from ._encoding import sha256_hex
from ._facts import PaymentFacts, facts_text

_PASSPHRASES: Dict[str, str] = {
    "stellar_public": "Public Global Stellar Network ; September 2015",
    "stellar_testnet": "Test SDF Network ; September 2015",
}
_UNENCODED = "-_.!~*'()"
_Parameters = List[Tuple[str, str]]


def approval_link(wallet_url: str, request_id: str) -> str:
    """The link with which a person finds a payment request in the wallet at `wallet_url`. It approves nothing and holds no
    secret: the page opens the review for the wallet that was asked, and tells anybody else nothing. Read `wallet_url` from
    `service.read` once and keep it with the pinned keys: an address that comes with each answer could lead your user elsewhere.
    """
    # Nothing around a link in a mail or chat may join it or cut it off.
    name = quote(request_id, safe="").replace(".", "%2E").replace("~", "%7E")
    return f"{base_of(wallet_url, 'wallet_url')}/approve#{name}"


def wallet_link(facts: PaymentFacts) -> Optional[str]:
    """The link for these facts, as `verify_facts` gave them. None where SEP-7 has no words for the payment: on another
    ledger, or with a reference that this client doesn't know.
    """
    payment = facts["payment"]
    passphrase = _PASSPHRASES.get(payment["network"])
    memo, reference = payment.get("memo"), payment.get("reference")
    if reference is not None:
        # A payment has one memo: the payee's own, or the digest.
        if reference != "memo_hash" or memo is not None:
            return None
        memo = f"hash:{sha256_hex(facts_text(facts))}"
    if passphrase is None:
        return None
    parameters: _Parameters = [("destination", payment["to"]), ("amount", payment["amount"])]
    # Without an asset SEP-7 means XLM; to name it would make wallets look for its issuer.
    if "issuer" in payment:
        parameters += [("asset_code", payment["asset"]), ("asset_issuer", payment["issuer"])]
    if memo is not None:
        parameters += _memo(memo)
    # Without a network SEP-7 means the public one, and so real money.
    parameters.append(("network_passphrase", passphrase))
    return "web+stellar:pay?" + "&".join(f"{name}={quote(value, safe=_UNENCODED)}" for name, value in parameters)


def _memo(memo: str) -> _Parameters:
    """`id:` and `hash:` as a payee's memo is spelled; anything else is text."""
    if memo.startswith("id:"):
        return [("memo", memo[3:]), ("memo_type", "MEMO_ID")]
    if memo.startswith("hash:"):
        return [("memo", base64.b64encode(bytes.fromhex(memo[5:])).decode("ascii")), ("memo_type", "MEMO_HASH")]
    return [("memo", memo), ("memo_type", "MEMO_TEXT")]
