/** A way through the proxy that all outgoing traffic takes: counted, limited, and ended as one. */
export interface Lane {
  /** `http://user:password@host:port` */
  readonly url: string;
  /** An https address as it is asked for by who may speak plain HTTP only. */
  readonly inPlain: (address: string) => string;
  /** Bytes that came from outside so far. */
  readonly bytes: () => number;
  /** Why the last connection was refused, in words for the sender of the link. */
  readonly refusal: () => string | undefined;
  readonly close: () => void;
}

/** How links are followed: what may be called, and through what. */
export interface WayOut {
  /** Why an address may not be followed; undefined when nothing is known against it. */
  readonly refusalOf: (url: string) => string | undefined;
  readonly lane: (limits: {
    /** Bytes from outside, in all. */
    readonly maxBytes?: number;
    /** Whether the proxy does TLS for a user that speaks plain HTTP only. */
    readonly plain?: boolean;
  }) => Lane;
}
