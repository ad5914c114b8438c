import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Makes a certificate of `localhost` for a proxy, signed by itself, and its key. @returns the paths of their files in the folder */
export function makeCertificate(folder: string) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = ['-subj', '/CN=localhost', '-days', '2']
  const files = ['-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files], {
    stdio: 'ignore',
  })
  return { key, certificate }
}
