/** Ends a route in an HTTP status; what plugins import from `emdash`. */
export class PluginRouteError extends Error {
  override readonly name = "PluginRouteError";
  readonly code: string;
  /** 400 to 599. */
  readonly status: number;
  readonly details: unknown;

  constructor(code: string, message: string, status: number = 400, details?: unknown) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
  }

  static badRequest(message: string, details?: unknown): PluginRouteError {
    return new PluginRouteError("BAD_REQUEST", message, 400, details);
  }

  static unauthorized(message: string = "Unauthorized"): PluginRouteError {
    return new PluginRouteError("UNAUTHORIZED", message, 401);
  }

  static forbidden(message: string = "Forbidden"): PluginRouteError {
    return new PluginRouteError("FORBIDDEN", message, 403);
  }

  static notFound(message: string = "Not found"): PluginRouteError {
    return new PluginRouteError("NOT_FOUND", message, 404);
  }

  static conflict(message: string, details?: unknown): PluginRouteError {
    return new PluginRouteError("CONFLICT", message, 409, details);
  }

  static internal(message: string = "Internal error"): PluginRouteError {
    return new PluginRouteError("INTERNAL_ERROR", message, 500);
  }
}
