import { describe, expect, it } from 'vitest'
import { inviteLink, readInvite } from './links'

describe('invitations', () => {
  it('are read back from the link, from its old form, and from its last part', () => {
    const link = inviteLink('http://192.168.1.7:8765/', 'table-number-1', 'key_2')
    const read = { table: 'table-number-1', invite: 'key_2' }
    expect(link).toBe('http://192.168.1.7:8765/#/t/table-number-1/key_2')
    expect(readInvite(link)).toEqual(read)
    expect(readInvite('http://192.168.1.7:8765/t/table-number-1#key_2')).toEqual(read)
    expect(readInvite(' table-number-1/key_2 ')).toEqual(read)
    expect(readInvite('https://example.org/parlour/#/t/table-number-1')).toEqual({ ...read, invite: null })
    expect(readInvite('hello')).toBeNull()
  })
})
