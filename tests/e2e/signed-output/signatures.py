"""Reads signatures as JSON, checks each with Python's cryptography, and that no flipped bit is accepted."""

import base64
import hashlib
import json
import struct
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils


def url64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def holds(jwk, message, signature):
    try:
        if jwk["kty"] == "OKP":
            ed25519.Ed25519PublicKey.from_public_bytes(url64(jwk["x"])).verify(signature, message)
        else:
            x, y = (int.from_bytes(url64(jwk[name]), "big") for name in "xy")
            r, s = (int.from_bytes(half, "big") for half in (signature[:32], signature[32:]))
            key = ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()
            key.verify(utils.encode_dss_signature(r, s), message, ec.ECDSA(hashes.SHA256()))
        return True
    except InvalidSignature:
        return False


def of_jws(one):
    header, payload, signature = one["jws"].split(".")
    head = json.loads(url64(header))
    assert head["typ"] == one["kind"] and sorted(head) == ["alg", "kid", "typ"], head
    assert head["alg"] == {"OKP": "EdDSA", "EC": "ES256"}[one["jwk"]["kty"]], head
    return one["jwk"], f"{header}.{payload}".encode(), url64(signature)


def of_note(one):
    """C2SP signed-note: the key's name, a hash over it, and the key, with a plus between them."""
    name, key_hash, key = one["vkey"].split("+", 2)
    raw = base64.b64decode(key)
    assert hashlib.sha256(name.encode() + b"\n" + raw).digest()[:4].hex() == key_hash
    text, lines = one["note"].rsplit("\n\n", 1)
    text += "\n"
    line = next(line for line in lines.splitlines() if line.startswith(f"\u2014 {name} "))
    signature = base64.b64decode(line.rsplit(" ", 1)[1])
    assert signature[:4].hex() == key_hash
    jwk = {"kty": "OKP", "x": base64.urlsafe_b64encode(raw[1:]).decode().rstrip("=")}
    if raw[0] == 1:
        return jwk, text.encode(), signature[4:]
    assert raw[0] == 4, raw[0]
    (time,) = struct.unpack(">Q", signature[4:12])
    return jwk, f"cosignature/v1\ntime {time}\n{text}".encode(), signature[12:]


counts = {}
for one in json.load(sys.stdin):
    jwk, message, signature = of_jws(one) if "jws" in one else of_note(one)
    assert holds(jwk, message, signature), one["kind"]
    flipped = bytes([signature[0] ^ 1]) + signature[1:]
    assert not holds(jwk, message, flipped), one["kind"]
    assert not holds(jwk, message[:-1] + bytes([message[-1] ^ 1]), signature), one["kind"]
    kind = f"{one['kind']} {jwk['kty']}"
    counts[kind] = counts.get(kind, 0) + 1
json.dump(counts, sys.stdout)
