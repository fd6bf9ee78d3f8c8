import { createPrivateKey } from 'node:crypto'

/** Self-signed for `*.hooks.example`, valid from 2000 to 2126. Safe to publish: no name under `.example` exists. */
export const STAGED_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBozCCAUmgAwIBAgIUI7s9KC/DXrMyvucKTm+PbVVozl0wCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNaG9va3MuZXhhbXBsZTAgFw0wMDAxMDEwMDAwMDBaGA8yMTI2
MTAzMDAyNDYyMFowGDEWMBQGA1UEAwwNaG9va3MuZXhhbXBsZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABCHrSEimI8v1rA55tXMvkgtQXu1oZSWWxwon/EZzW79K
MDpifMTNmtl2msH/uR+bz9eGh6SUQ1IczBj9oxAgsT+jbzBtMB0GA1UdDgQWBBSR
wPm70v4oMdU02E3R2vsmGyKiPDAfBgNVHSMEGDAWgBSRwPm70v4oMdU02E3R2vsm
GyKiPDAPBgNVHRMBAf8EBTADAQH/MBoGA1UdEQQTMBGCDyouaG9va3MuZXhhbXBs
ZTAKBggqhkjOPQQDAgNIADBFAiBbm0K7T8cIUB7qrfJqjwMZqi27UAXtVFZ4eYE2
KHJpTQIhAIZM1QSowLupkKzYb06wXrOdtYX0D9FSqhuy4+XS1BN3
-----END CERTIFICATE-----
`

export const STAGED_KEY = createPrivateKey({
  format: 'jwk',
  key: {
    kty: 'EC',
    crv: 'P-256',
    x: 'IetISKYjy_WsDnm1cy-SC1Be7WhlJZbHCif8RnNbv0o',
    y: 'MDpifMTNmtl2msH_uR-bz9eGh6SUQ1IczBj9oxAgsT8',
    d: 'oi-1ll0IHCjU3l10iTF48Xy6Pwn7hN_mnl6ZEIs3Ap8',
  },
}).export({ type: 'pkcs8', format: 'pem' })
