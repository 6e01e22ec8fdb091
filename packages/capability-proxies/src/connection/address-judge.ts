import type { AddressRule } from "@ambit/api-types";

/**
 * Whether a connection under `rule` may use `address`. `literal` is the address that stands in the URL, where one does.
 * What cannot be read as an address is refused.
 */
export type AddressJudge = (address: string, rule: AddressRule, literal?: string) => boolean;
