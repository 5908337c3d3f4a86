#!/bin/sh
# How the certificates of this folder were made (OpenSSL 3), once. They stand for nobody:
# their keys are public. Valid from 2020 to 2120, but for the one that is out of date.
set -e
cat > ca.cnf <<CNF
[ca]
default_ca = one
[one]
database = index.txt
serial = serial.txt
new_certs_dir = .
default_md = sha256
policy = any
copy_extensions = copy
unique_subject = no
[any]
commonName = supplied
CNF
: > index.txt
echo 1000 > serial.txt
make() { # name, extensions, from, to, how it is signed
  openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1.key"
  openssl req -new -key "$1.key" -subj "/CN=Postroom test $1" -addext "$2" -addext "$3" -out "$1.csr"
  openssl ca -batch -notext -config ca.cnf -startdate "$4" -enddate "$5" $6 -in "$1.csr" -out "$1.pem"
}
SIGNED="-cert ca.pem -keyfile ca.key"
LEAF="basicConstraints=CA:FALSE"
make ca "keyUsage=critical,keyCertSign" "basicConstraints=critical,CA:TRUE" 20200101000000Z 21200101000000Z "-selfsign -keyfile ca.key"
make good "subjectAltName=IP:127.0.0.1" "$LEAF" 20200101000000Z 21200101000000Z "$SIGNED"
make other-name "subjectAltName=DNS:other.example" "$LEAF" 20200101000000Z 21200101000000Z "$SIGNED"
make expired "subjectAltName=IP:127.0.0.1" "$LEAF" 20200101000000Z 20210101000000Z "$SIGNED"
rm -f ./*.csr ca.cnf ca.key index.txt* serial.txt* 10??.pem
