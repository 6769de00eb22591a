import { useState } from 'preact/hooks';
import { bodyOf } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import type { Member } from '../api/types.ts';
import { api } from '../app/api.ts';
import { session } from '../app/shown-session.ts';
import { useActing } from '../ui/acting.ts';
import { Confirm } from '../ui/confirm.tsx';
import { date } from '../ui/format.ts';
import { Shown, useLoaded } from '../ui/loaded.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { useTitle } from '../ui/title.ts';

/** Who may sign in for the organization. Owners change it; anybody may go. */
export function MembersPage() {
  useTitle('Members');
  const loaded = useLoaded(() => bodyOf(api.GET('/v1/members')), []);
  const isOwner = session.value?.role === 'owner';
  return (
    <section>
      <h1>Members</h1>
      <p class="faint">
        Whoever is here signs in with a code that is mailed to their address, sees every video and
        spends the plan’s credits. Owners also add and remove members.
      </p>
      {isOwner && <NewMember onAdded={loaded.reload} />}
      <Shown of={loaded}>
        {({ members }) => (
          <ul class="rows">
            {members.map((member) => (
              <MemberRow
                key={member.user_id}
                member={member}
                isOwner={isOwner}
                onChange={loaded.reload}
              />
            ))}
          </ul>
        )}
      </Shown>
    </section>
  );
}

const isHere = (email: string) =>
  new Problem({
    type: 'invalid_request',
    message: `${email} is here already. Their row in the list below changes their role.`,
  });

function NewMember({ onAdded }: { onAdded: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Member['role']>('member');
  const { problem, act } = useActing();
  const add = () =>
    act(async () => {
      const { members } = await bodyOf(api.GET('/v1/members'));
      // To add somebody is not to change what they may do, least of all oneself.
      if (members.some((member) => member.email === email.trim().toLowerCase()))
        throw isHere(email);
      await bodyOf(api.POST('/v1/members', { body: { email, role } }));
      setEmail('');
      onAdded();
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <div class="fields">
        <label class="field">
          Their address
          <input
            type="email"
            required
            value={email}
            onInput={({ currentTarget }) => setEmail(currentTarget.value)}
          />
        </label>
        <label class="field">
          Role
          <select
            value={role}
            onChange={({ currentTarget }) => setRole(currentTarget.value as Member['role'])}
          >
            <option value="member">Member</option>
            <option value="owner">Owner</option>
          </select>
        </label>
        <button type="submit" class="primary">
          Add
        </button>
      </div>
      {problem && <ProblemNote problem={problem} />}
    </form>
  );
}

interface Props {
  readonly member: Member;
  readonly isOwner: boolean;
  readonly onChange: () => void;
}

function MemberRow({ member, isOwner, onChange }: Props) {
  const { user_id, email, role, created_at } = member;
  const [isAsking, setAsking] = useState(false);
  const { problem, act } = useActing();
  const isSelf = user_id === session.value?.user_id;
  const other = role === 'owner' ? 'member' : 'owner';
  const change = () =>
    act(async () => {
      await bodyOf(api.POST('/v1/members', { body: { email, role: other } }));
      // One's own role decides what this page offers.
      if (isSelf) location.reload();
      else onChange();
    });
  const remove = () =>
    act(async () => {
      setAsking(false);
      await bodyOf(api.DELETE('/v1/members/{userId}', { params: { path: { userId: user_id } } }));
      if (isSelf) location.assign('/signin');
      else onChange();
    });
  return (
    <li>
      <span>
        <strong>{email}</strong> {role === 'owner' && <span class="badge">owner</span>}
        {isSelf && <span class="faint"> you</span>}
        <br />
        <span class="faint">Here since {date(created_at)}</span>
      </span>
      {isOwner && (
        <button type="button" class="small" onClick={() => void change()}>
          Make {other}
          <span class="hidden"> {email}</span>
        </button>
      )}
      {(isOwner || isSelf) && (
        <button type="button" class="small" onClick={() => setAsking(true)}>
          {isSelf ? 'Leave' : 'Remove'}
          <span class="hidden"> {email}</span>
        </button>
      )}
      {problem && <ProblemNote problem={problem} />}
      {isAsking && (
        <Confirm
          title={isSelf ? 'Leave the organization?' : `Remove ${email}?`}
          action={isSelf ? 'Leave' : 'Remove'}
          onConfirm={() => void remove()}
          onCancel={() => setAsking(false)}
        >
          <p>Sessions here and connected programs end at once. Videos and keys stay.</p>
        </Confirm>
      )}
    </li>
  );
}
