/**
 * The functions that run inside Redis, each atomic. The library's name contains a hash of its code, so every version of neardup
 * loads its own beside others; which versions may share an index is decided by its settings.
 *
 * A document has up to three keys in one slot: its record, the claim of a process that is adding it (`:p`, a record with a lease) and the
 * challengers of that claim (`:c`). A bucket is a field of a small hash: the postings (10 bytes each) of documents with one band key.
 * Six postings fit into a field of 60 bytes, which keeps the hash packed; more are in a string of their own.
 */
import { createHash } from 'node:crypto';
import { NeardupError } from '../errors.ts';
import type { Connection } from './connection.ts';

/** Bytes of postings inside a hash. Redis packs hashes whose values have at most 64 bytes. */
const INLINE_BYTES = 60;
export const POSTING_BYTES = 10;

const CODE = `
local INLINE, POSTING = ${INLINE_BYTES}, ${POSTING_BYTES}

-- bytes, not letters of a language as Lua's own comparison
local function less(a, b)
  for i = 1, #a do
    local x, y = string.byte(a, i), string.byte(b, i)
    if x ~= y then return x < y end
  end
  return false
end

local function ticket(key) return redis.call('GETRANGE', key, 1, 12) end

local function has(list, posting)
  local at = string.find(list, posting, 1, true)
  while at and (at - 1) % POSTING ~= 0 do at = string.find(list, posting, at + 1, true) end
  return at ~= nil
end

local function overflow(bucket, field) return bucket .. '/' .. field end

local function postings(bucket, field)
  local first = redis.call('HGET', bucket, field)
  if not first then return '', '' end
  if #first < INLINE then return first, '' end
  return first, redis.call('GET', overflow(bucket, field)) or ''
end

-- buckets; posting, how many of the buckets it is put into, when these end ('' for never), most postings of a bucket, fields
local function post(keys, args)
  local posting, count, ends, most = args[1], tonumber(args[2]), args[3], tonumber(args[4])
  local out = {}
  for i = 1, #keys do
    local field = args[4 + i]
    local first, more = postings(keys[i], field)
    local full = '0'
    if i <= count and not has(first, posting) and not has(more, posting) then
      if #first < INLINE then
        redis.call('HSET', keys[i], field, first .. posting)
        if ends ~= '' then redis.call('PEXPIREAT', keys[i], ends) end
      elseif #first + #more < most * POSTING then
        redis.call('APPEND', overflow(keys[i], field), posting)
        if ends ~= '' then redis.call('PEXPIREAT', overflow(keys[i], field), ends) end
      else
        full = '1'
      end
    elseif #first + #more >= most * POSTING then
      full = '1'
    end
    out[i] = full .. first .. more
  end
  return out
end

-- buckets; fields, posting
local function unpost(keys, args)
  local posting = args[#args]
  for i = 1, #keys do
    local first, more = postings(keys[i], args[i])
    local all, kept = first .. more, {}
    for at = 1, #all, POSTING do
      local each = string.sub(all, at, at + POSTING - 1)
      if each ~= posting then kept[#kept + 1] = each end
    end
    local left = table.concat(kept)
    if #left < #all then
      if #left == 0 then redis.call('HDEL', keys[i], args[i])
      else redis.call('HSET', keys[i], args[i], string.sub(left, 1, INLINE)) end
      if #left > INLINE then redis.call('SET', overflow(keys[i], args[i]), string.sub(left, INLINE + 1), 'KEEPTTL')
      elseif #more > 0 then redis.call('DEL', overflow(keys[i], args[i])) end
    end
  end
  return #keys
end

-- record, claim, challengers; new record, lease in ms, '1' to claim it even if it has the same content hash
local function claim(keys, args)
  local mine = string.sub(args[1], 2, 13)
  local other = ticket(keys[2])
  if other ~= '' and other ~= mine then return {'busy', ''} end
  local old = redis.call('GET', keys[1])
  if old and args[3] == '' and string.sub(old, 14, 29) == string.sub(args[1], 14, 29) then return {'same', old} end
  if other == '' then redis.call('DEL', keys[3]) end
  redis.call('SET', keys[2], args[1], 'PX', args[2])
  return {'claimed', old or ''}
end

-- record, claim, challengers; who looks (hash and ticket, or ''), largest record to give whole
local function look(keys, args)
  local pending = ticket(keys[2])
  if pending ~= '' and args[1] ~= '' and less(string.sub(args[1], 9), pending) then
    redis.call('RPUSH', keys[3], args[1])
    redis.call('PEXPIRE', keys[3], 600000)
  end
  local value
  if redis.call('STRLEN', keys[1]) > tonumber(args[2]) then value = redis.call('GETRANGE', keys[1], 0, 40)
  else value = redis.call('GET', keys[1]) or '' end
  return {pending, value}
end

-- record, claim, challengers; ticket, challengers known, when the record ends ('' for never), ticket that the record must have ('' for any)
local function commit(keys, args)
  if ticket(keys[2]) ~= args[1] then
    return {ticket(keys[1]) == args[1] and 'kept' or 'lost'}
  end
  if args[4] ~= '' and ticket(keys[1]) ~= args[4] then return {'lost'} end
  local challengers = redis.call('LRANGE', keys[3], args[2], -1)
  if #challengers > 0 then return {'challenged', challengers} end
  redis.call('RENAME', keys[2], keys[1])
  if args[3] == '' then redis.call('PERSIST', keys[1]) else redis.call('PEXPIREAT', keys[1], args[3]) end
  redis.call('DEL', keys[3])
  return {'kept'}
end

-- claim, challengers; ticket
local function release(keys, args)
  if ticket(keys[1]) ~= args[1] then return 0 end
  redis.call('DEL', keys[1], keys[2])
  return 1
end

-- claim; ticket, lease in ms
local function renew(keys, args)
  if ticket(keys[1]) ~= args[1] then return 0 end
  return redis.call('PEXPIRE', keys[1], args[2])
end

-- record; ticket, when it ends from now on ('' for as before): a write that changes nothing else, after which WAIT speaks of this record
local function touch(keys, args)
  if ticket(keys[1]) ~= args[1] then return 0 end
  if args[2] ~= '' then redis.call('PEXPIREAT', keys[1], args[2], 'GT') end
  redis.call('SETRANGE', keys[1], 0, redis.call('GETRANGE', keys[1], 0, 0))
  return 1
end

-- record; ticket
local function remove(keys, args)
  if ticket(keys[1]) ~= args[1] then return 0 end
  return redis.call('DEL', keys[1])
end
`;

/** Functions, and their flags. Without a flag Redis refuses a function when its memory is full. */
const FUNCTIONS = {
  claim: [],
  post: [],
  peek: ['no-writes'],
  unpost: ['allow-oom'],
  look: ['allow-oom'],
  commit: ['allow-oom'],
  release: ['allow-oom'],
  renew: ['allow-oom'],
  touch: ['allow-oom'],
  remove: ['allow-oom'],
} as const;

export type LibraryFunction = keyof typeof FUNCTIONS;

export const LIBRARY_NAME = `neardup_${createHash('sha256').update(CODE).digest('hex').slice(0, 12)}`;

/** The source that `FUNCTION LOAD` takes. `peek` is `post` without a bucket to put the posting into. */
export const LIBRARY = `#!lua name=${LIBRARY_NAME}\n${CODE}\n${Object.entries(FUNCTIONS)
  .map(([name, flags]) => {
    const list = flags.map((flag) => `'${flag}'`).join(', ');
    return `redis.register_function{function_name='${functionName(name)}', callback=${name === 'peek' ? 'post' : name}, flags={${list}}}`;
  })
  .join('\n')}\n`;

export function functionName(name: string): string {
  return `${LIBRARY_NAME}_${name}`;
}

/** Loads the function library into a server, unless it is there. */
export async function loadLibrary(connection: Connection): Promise<void> {
  const list = (await connection.send([
    'FUNCTION',
    'LIST',
    'LIBRARYNAME',
    LIBRARY_NAME,
    'WITHCODE',
  ])) as Buffer[][];
  if (list.length === 0) {
    await connection.send(['FUNCTION', 'LOAD', LIBRARY]).catch((error: Error) => {
      // another process was first
      if (!/already exists/.test(error.message)) throw error;
    });
    return;
  }
  const code = list[0][list[0].findIndex((part) => String(part) === 'library_code') + 1];
  if (String(code) === LIBRARY) return;
  throw new NeardupError(
    'OTHER_INDEX',
    `Redis (${connection.address}) has another function library named ${LIBRARY_NAME}.`,
    {
      advice: `It was changed. Remove it (redis-cli FUNCTION DELETE ${LIBRARY_NAME}), and open the index again.`,
    },
  );
}
