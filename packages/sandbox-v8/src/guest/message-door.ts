import { AmbitError, checkJsonBounds, type GuestPort, MESSAGE_BYTES } from "@ambit/api-types/guest";
import type { Post } from "@ambit/sandbox-js/guest-kit";

/** Makes the guest's only way out: takes one text, bounds it, and hands it to the host. Its answer is a text or nothing. */
export function messageDoor(port: GuestPort): Post {
  return (text) => {
    if (typeof text !== "string") return "INVALID_REQUEST";
    if (text.length > MESSAGE_BYTES) return "MESSAGE_TOO_LARGE";
    try {
      checkJsonBounds(text);
    } catch (error) {
      if (AmbitError.isInstance(error)) return error.code;
      throw error;
    }
    port.send(text);
    return undefined;
  };
}
