import { z } from 'zod';
import { Scope } from '../accounts/credential.ts';
import { nameField } from '../calls/source-request.ts';
import { id } from '../ids.ts';

/** A program that a person let act for their organization. */
export const Connection = z
  .strictObject({
    connection_id: id('con'),
    client_id: z.string().describe('As the program registered, or the address of its document.'),
    client_name: z.string().nullable().describe('As it calls itself; checked by nobody.'),
    redirect_host: z.string().describe('Host that you were sent back to when you approved it.'),
    scopes: z.array(Scope).describe('What you approved.'),
    created_at: z.iso.datetime(),
    last_used_at: z.iso
      .datetime()
      .nullable()
      .describe('When it last fetched a token, which lasts an hour.'),
  })
  .meta({ id: 'Connection' });
export type Connection = z.infer<typeof Connection>;

export const ConnectionList = z
  .strictObject({ connections: z.array(Connection).describe('Newest first.') })
  .meta({ id: 'ConnectionList' });
export type ConnectionList = z.infer<typeof ConnectionList>;

export const EndedConnection = z
  .strictObject({ connection_id: id('con'), disconnected: z.literal(true) })
  .meta({ id: 'EndedConnection' });
export type EndedConnection = z.infer<typeof EndedConnection>;

/** An id that names nothing is not found, whatever its shape; so the shape is not judged here. */
export const ConnectionParams = z.strictObject({ connectionId: nameField });
