import { BlockList, isIP } from 'node:net'
import type { Config } from '../config/config.ts'

/** Addresses of the host, its network or nowhere: IANA's special-purpose registries. */
const special = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // A cloud's own services for its machines: Azure's are at an address of the public ranges.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  // Relays from 6to4, which wrap addresses as 2002::/16 does.
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  special.addSubnet(network, bits, 'ipv4')

/** Only public IPv6, without the ranges that wrap IPv4 addresses (NAT64, 6to4, Teredo). */
const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')
const specialIpv6 = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  specialIpv6.addSubnet(network, bits, 'ipv6')

/** Whether an IP address is on the public Internet. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  if (isIP(plain) === 4) return !special.check(plain, 'ipv4')
  return isIP(plain) === 6 && publicIpv6.check(plain, 'ipv6') && !specialIpv6.check(plain, 'ipv6')
}

/**
 * Whether an address is one visitor's. Without configured proxies, a private address may be a proxy that all
 * visitors share.
 */
export const isAddressOfVisitor = ({ trustedProxies }: Pick<Config, 'trustedProxies'>, ip: string) =>
  Boolean(trustedProxies?.length) || isPublicAddress(ip)
