/** Keys for a store that speaks S3, and the settings of a profile in the shared files of the AWS tools. */

export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  /** Milliseconds since 1970. */
  readonly expires?: number;
}

export type Profile = Readonly<Record<string, string | undefined>>;

/** Undefined if the name of the key or its secret is missing. */
export function keysOf(
  accessKeyId = '',
  secretAccessKey = '',
  sessionToken = '',
  expires = '',
): S3Keys | undefined {
  if (accessKeyId === '' || secretAccessKey === '') return undefined;
  const time = Date.parse(expires);
  return {
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== '' && { sessionToken }),
    ...(!Number.isNaN(time) && { expires: time }),
  };
}
