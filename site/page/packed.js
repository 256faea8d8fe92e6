/** The script of a course that is packed into one HTML file: each of its pages starts as it does on a site. */

if (document.querySelector("main[data-lesson]")) void import("./lesson.js");
else if (document.querySelector("main.teacher")) void import("./teacher/teacher.js");
else void import("./index.js");
