import { z } from 'zod'
import { defineEndpoints } from '../define-endpoints.ts'
import { EmailText, Id, IdText, pageOf, Text, Time } from '../shapes.ts'
import { permissions } from './permissions.ts'
import { listQuery } from './resource.ts'
import type { AdminRoutes } from './routes.ts'

export const StaffMember = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  role: z.string(),
  role_name: z.string(),
  is_active: z.boolean(),
  has_password: z.boolean(),
  has_totp: z.boolean(),
  created_at: Time,
  last_signed_in_at: Time.nullable(),
})
export type StaffMember = z.infer<typeof StaffMember>

/** Shown once, because only the token's hash is stored. */
const LoginLink = z.object({ url: z.string(), expires_at: Time, is_mailed: z.boolean() })
const Role = z.string().min(1).max(40)

export const AuditEntry = z.object({
  id: Id,
  at: Time,
  actor: z.string(),
  ip: z.string(),
  action: z.string(),
  record_type: z.string(),
  record_id: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const adminStaffEndpoints = defineEndpoints<AdminRoutes['adminStaff']>()({
  list: {
    summary: 'All members of staff, and the roles that they can have',
    input: z.object(listQuery(['email', 'created_at'])),
    data: pageOf(StaffMember).extend({
      roles: z.array(
        z.object({ code: z.string(), name: z.string(), permissions: z.array(z.enum(permissions)) }),
      ),
    }),
    access: 'staff',
    permission: 'staff.manage',
    whileLocked: true,
  },
  add: {
    summary: 'Adds a member of staff, and mails a one-time link for their first sign-in: 48 hours',
    input: z.object({ email: EmailText.max(200), name: Text(100).default(''), role: Role }),
    data: z.object({ staff: StaffMember, link: LoginLink }),
    access: 'staff',
    permission: 'staff.manage',
    refusals: ['STAFF_EXISTS', 'ROLE_ABOVE_OWN'],
    credentialRefusals: ['PROOF_REQUIRED'],
    whileLocked: true,
  },
  update: {
    summary: 'Changes name and role of a member of staff, or blocks them',
    input: z.object({
      id: IdText,
      name: Text(100).optional(),
      role: Role.optional(),
      is_active: z.boolean().optional(),
    }),
    data: StaffMember,
    access: 'staff',
    permission: 'staff.manage',
    refusals: ['LAST_OWNER', 'OWN_ROLE', 'ROLE_ABOVE_OWN'],
    credentialRefusals: ['PROOF_REQUIRED'],
    whileLocked: true,
  },
  link: {
    summary:
      'A new one-time link for a member of staff: 5 minutes, or a new invitation before the first sign-in',
    input: z.object({ id: IdText }),
    data: LoginLink,
    access: 'staff',
    permission: 'staff.manage',
    refusals: ['STAFF_INACTIVE', 'ROLE_ABOVE_OWN'],
    credentialRefusals: ['PROOF_REQUIRED'],
    whileLocked: true,
  },
})

export const adminAuditEndpoints = defineEndpoints<AdminRoutes['adminAudit']>()({
  list: {
    summary: 'Every change that staff made, newest first',
    input: z.object({
      ...listQuery(['id']),
      action: z.string().max(60).optional(),
      record_type: z.string().max(60).optional(),
      record_id: z.string().max(100).optional(),
    }),
    data: pageOf(AuditEntry),
    access: 'staff',
    permission: 'audit.read',
    whileLocked: true,
  },
})
