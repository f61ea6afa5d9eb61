"""Check the ZIP of somebody's data: python check_export.py my-data.zip KEY. The key is the `x` of
/.well-known/fairdeal-key.json at the site that signed it. Needs `cryptography`."""

import base64
import hashlib
import json
import sys
import zipfile

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

plain = lambda text: base64.urlsafe_b64decode(text + "==")  # noqa: E731
with zipfile.ZipFile(sys.argv[1]) as data:
    signed, _, signature = data.read("signature.jws").decode().rpartition(".")
    key = Ed25519PublicKey.from_public_bytes(plain(sys.argv[2]))
    key.verify(plain(signature), signed.encode())  # InvalidSignature: not from that site
    facts = json.loads(plain(signed.split(".")[1]))
    sums = {name: hashlib.sha256(data.read(name)).hexdigest() for name in data.namelist()}
    sums.pop("signature.jws")
    assert sums == facts["sha256"], "a file was changed, added or taken away"
print(f"{facts['sub']} at {facts['iss']}: {len(sums)} files")
